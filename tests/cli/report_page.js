// SPDX-License-Identifier: MIT
//
// Put at the end of a report page by report-page.sh: says on the console what
// it finds, again whenever the window gets another size. The page as it is
// delivered forbids scripts.
'use strict';

// Relative luminance and contrast: WCAG 2.1, definitions.
function luminance(colour) {
    const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => {
        const c = part / 255;
        return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

function contrast(a, b) {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
}

function background(element) {
    for (; element; element = element.parentElement) {
        const colour = getComputedStyle(element).backgroundColor;
        if (!/, 0\)$/.test(colour) && colour !== 'transparent')
            return colour;
    }
    return 'rgb(255, 255, 255)';
}

// Sideways scrolling belongs into the boxes made for it.
function checkWidth(problems) {
    const width = document.documentElement.scrollWidth;
    if (width > innerWidth)
        problems.push(`page is ${width} wide`);
}

function checkContrast(problems) {
    const texts = document.createTreeWalker(document.body,
        NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode.data.trim();
        const element = texts.currentNode.parentElement;
        if (!text || element.closest('script, title'))
            continue;
        const style = getComputedStyle(element);
        const colour = element.closest('svg') ? style.fill : style.color;
        const ratio = contrast(colour, background(element));
        if (ratio < 4.5)
            problems.push(`contrast ${ratio.toFixed(1)}: ${text.slice(0, 20)}`);
    }
}

// Labels of a picture lie inside it, and not on one another.
function checkPicture(svg, problems) {
    const frame = svg.getBoundingClientRect();
    const labels = [...svg.querySelectorAll('text')].map(
        (text) => [text, text.getBoundingClientRect()]);
    for (const [text, box] of labels)
        if (box.left < frame.left - 1 || box.right > frame.right + 1 ||
            box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
            problems.push(`outside: ${text.textContent}`);
    const level = labels.filter(([text]) => !text.hasAttribute('transform'));
    level.forEach(([text, a], i) => {
        for (const [other, b] of level.slice(i + 1))
            if (a.left < b.right - 1 && b.left < a.right - 1 &&
                a.top < b.bottom - 3 && b.top < a.bottom - 3)
                problems.push(`${text.textContent} on ${other.textContent}`);
    });
    for (const shape of svg.querySelectorAll('*'))
        for (const { name, value } of shape.attributes)
            if (/^-?(NaN|inf)/i.test(value))
                problems.push(`${name}=${value}`);
}

function check() {
    const problems = [];
    checkWidth(problems);
    checkContrast(problems);
    for (const svg of document.querySelectorAll('svg[role=img]'))
        checkPicture(svg, problems);
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const page = luminance(getComputedStyle(document.body).backgroundColor);
    if (dark !== page < 0.2)
        problems.push(`background ${page.toFixed(2)} when dark is ${dark}`);
    console.log(`checked ${innerWidth} ${dark ? 'dark' : 'light'}: ` +
        (problems.join('; ') || 'good'));
}

check();
addEventListener('resize', check);
