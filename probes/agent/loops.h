/* SPDX-License-Identifier: MIT
 *
 * Real functions for a trial: floating point, a loop worth a vector unit,
 * rotates.  All sums are exact in binary, so that contraction to fused
 * multiply-add, reordering and the like change nothing.
 */
enum { LOOPS_COUNT = 32, LOOPS_WRONG = 3 };

static float loops_x[LOOPS_COUNT], loops_y[LOOPS_COUNT];
static unsigned loops_u[LOOPS_COUNT];
static volatile int loops_n = LOOPS_COUNT;

double loops_scale(double a, float b);
float loops_axpy(float a, int n);
unsigned loops_rotate(unsigned seed, int n);

double loops_scale(double a, float b)
{
    return a * b + 0.5;
}

float loops_axpy(float a, int n)
{
    float sum = 0;
    int i;
    for (i = 0; i < n; i++) {
        loops_x[i] = (float)i;
        loops_y[i] = a * loops_x[i] + 2.0f;
    }
    for (i = 0; i < n; i++)
        sum += loops_y[i];
    return sum;
}

unsigned loops_rotate(unsigned seed, int n)
{
    unsigned sum = 0;
    int i;
    for (i = 0; i < n; i++)
        loops_u[i] = seed + (unsigned)i * 0x01234567u;
    for (i = 0; i < n; i++)
        loops_u[i] = loops_u[i] << 7 | loops_u[i] >> 25;
    for (i = 0; i < n; i++)
        sum ^= loops_u[i];
    return sum;
}

/* 0, or LOOPS_WRONG when a sum is not what it must be. */
static int loops_check(void)
{
    int n = loops_n;
    int wrong = loops_scale(n, 2.0f) != 64.5;
    wrong |= loops_axpy((float)n * 0.0625f, n) != 1056.0f;
    wrong |= loops_rotate(0x89abcdf0u, n) != 0xf90a1002u;
    return wrong ? LOOPS_WRONG : 0;
}
