/* SPDX-License-Identifier: MIT
 *
 * The digest of what is loaded to run, read by libelf.
 */
#include <config.h>

#include "search/object.h"

#include <gelf.h>
#include <libelf.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"

/* Of an open file: the text that will be digested, and where it stands. */
struct reading {
    Elf *elf;
    size_t names; /* section of section names */
    struct str text;
    uint64_t size_bytes;
    bool opaque;
};

/* Unwind tables do not run: what differs in them alone is the same code. */
static const char *const unwind_sections[] = {
    ".eh_frame",
    ".ARM.exidx",
    ".ARM.extab",
    NULL,
};

static bool elf_trouble(struct error *err)
{
    return error_set(err, ERROR_FORMAT, "broken object file: %s",
                     elf_errmsg(-1));
}

static bool is_unwind(const char *name)
{
    for (const char *const *unwind = unwind_sections; *unwind; unwind++)
        if (str_starts(name, *unwind))
            return true;
    return false;
}

static const char *section_name(const struct reading *self,
                                const GElf_Shdr *header)
{
    const char *name = elf_strptr(self->elf, self->names, header->sh_name);
    return name ? name : "";
}

static bool is_code(const struct reading *self, const GElf_Shdr *header)
{
    if (!(header->sh_flags & SHF_ALLOC))
        return false;
    switch (header->sh_type) {
    case SHT_PROGBITS:
    case SHT_NOBITS:
    case SHT_INIT_ARRAY:
    case SHT_FINI_ARRAY:
    case SHT_PREINIT_ARRAY:
        return !is_unwind(section_name(self, header));
    default: /* notes, symbols, and their hashes and names */
        return false;
    }
}

static bool add_contents(struct reading *self, Elf_Scn *section,
                         const GElf_Shdr *header, struct error *err)
{
    str_addf(&self->text, "section %s %x %llx %llx %llx\n",
             section_name(self, header), (unsigned)header->sh_type,
             (unsigned long long)header->sh_flags,
             (unsigned long long)header->sh_addralign,
             (unsigned long long)header->sh_size);
    if (header->sh_type == SHT_NOBITS)
        return true;
    Elf_Data *data = elf_rawdata(section, NULL);
    if (!data)
        return elf_trouble(err);
    if (data->d_buf && data->d_size > 0)
        str_add_bytes(&self->text, data->d_buf, data->d_size);
    self->size_bytes += header->sh_size;
    return true;
}

/* Where a symbol lies, without the name that a compiler may have made up. */
static void add_place(struct reading *self, const GElf_Sym *symbol)
{
    GElf_Shdr header;
    Elf_Scn *section = symbol->st_shndx < SHN_LORESERVE
                           ? elf_getscn(self->elf, symbol->st_shndx)
                           : NULL;
    if (section && gelf_getshdr(section, &header))
        str_addf(&self->text, "%s", section_name(self, &header));
    else
        str_addf(&self->text, "#%x", (unsigned)symbol->st_shndx);
    str_addf(&self->text, "+%llx", (unsigned long long)symbol->st_value);
}

/* One relocation section. */
struct relocations {
    Elf_Data *data;
    bool with_addend;
    Elf_Data *symbols;
    size_t names; /* section of the symbols' names */
};

static void add_symbol(struct reading *self,
                       const struct relocations *relocations, size_t index)
{
    GElf_Sym symbol;
    if (index == 0 || !relocations->symbols ||
        !gelf_getsym(relocations->symbols, (int)index, &symbol)) {
        str_add(&self->text, "-");
        return;
    }
    if (GELF_ST_BIND(symbol.st_info) == STB_LOCAL) {
        add_place(self, &symbol);
        return;
    }
    const char *name =
        elf_strptr(self->elf, relocations->names, symbol.st_name);
    str_add(&self->text, name ? name : "");
}

static void add_relocation(struct reading *self,
                           const struct relocations *relocations, size_t index)
{
    GElf_Rela entry = {0};
    if (relocations->with_addend) {
        gelf_getrela(relocations->data, (int)index, &entry);
    } else {
        GElf_Rel short_entry = {0};
        gelf_getrel(relocations->data, (int)index, &short_entry);
        entry.r_offset = short_entry.r_offset;
        entry.r_info = short_entry.r_info;
    }
    str_addf(&self->text, "%llx %llx %lld ", (unsigned long long)entry.r_offset,
             (unsigned long long)GELF_R_TYPE(entry.r_info),
             (long long)entry.r_addend);
    add_symbol(self, relocations, GELF_R_SYM(entry.r_info));
    str_add_char(&self->text, '\n');
}

/* Relocations of code: in an object those of a section that counts, in a
 * program those that are loaded. */
static bool relocates_code(const struct reading *self, const GElf_Shdr *header)
{
    if (header->sh_type != SHT_REL && header->sh_type != SHT_RELA)
        return false;
    if (header->sh_flags & SHF_ALLOC)
        return true;
    GElf_Shdr target;
    Elf_Scn *section = elf_getscn(self->elf, header->sh_info);
    return section && gelf_getshdr(section, &target) && is_code(self, &target);
}

static bool add_relocations(struct reading *self, Elf_Scn *section,
                            const GElf_Shdr *header, struct error *err)
{
    Elf_Data *data = elf_getdata(section, NULL);
    if (!data || header->sh_entsize == 0)
        return elf_trouble(err);
    GElf_Shdr table = {0};
    Elf_Scn *symbols = elf_getscn(self->elf, header->sh_link);
    if (symbols)
        gelf_getshdr(symbols, &table);
    struct relocations relocations = {
        .data = data,
        .with_addend = header->sh_type == SHT_RELA,
        .symbols = symbols ? elf_getdata(symbols, NULL) : NULL,
        .names = table.sh_link,
    };
    str_addf(&self->text, "relocations %s\n", section_name(self, header));
    size_t count = header->sh_size / header->sh_entsize;
    for (size_t i = 0; i < count; i++)
        add_relocation(self, &relocations, i);
    return true;
}

/* One line a global name that the file defines. */
static void list_definitions(struct reading *self, Elf_Data *data,
                             const GElf_Shdr *header, struct strvec *lines)
{
    struct str text = self->text; /* add_place writes to it */
    self->text = (struct str){0};
    size_t count =
        header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, (int)i, &symbol) ||
            GELF_ST_BIND(symbol.st_info) == STB_LOCAL ||
            symbol.st_shndx == SHN_UNDEF)
            continue;
        const char *name =
            elf_strptr(self->elf, header->sh_link, symbol.st_name);
        str_reset(&self->text);
        str_addf(&self->text, "%s %x %x ", name ? name : "",
                 (unsigned)symbol.st_info, (unsigned)symbol.st_other);
        add_place(self, &symbol);
        strvec_add(lines, str_text(&self->text));
    }
    str_release(&self->text);
    self->text = text;
}

static bool add_definitions(struct reading *self, Elf_Scn *section,
                            const GElf_Shdr *header, struct error *err)
{
    Elf_Data *data = elf_getdata(section, NULL);
    if (!data)
        return elf_trouble(err);
    struct strvec lines = {0};
    list_definitions(self, data, header, &lines);
    strvec_sort(&lines);
    str_add(&self->text, "symbols\n");
    for (size_t i = 0; i < lines.count; i++) {
        str_add(&self->text, lines.items[i]);
        str_add_char(&self->text, '\n');
    }
    strvec_release(&lines);
    return true;
}

static bool add_section(struct reading *self, Elf_Scn *section,
                        struct error *err)
{
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header))
        return elf_trouble(err);
    if (str_starts(section_name(self, &header), ".gnu.lto_"))
        self->opaque = true;
    if (is_code(self, &header))
        return add_contents(self, section, &header, err);
    if (relocates_code(self, &header))
        return add_relocations(self, section, &header, err);
    if (header.sh_type == SHT_SYMTAB)
        return add_definitions(self, section, &header, err);
    return true;
}

static bool add_sections(struct reading *self, struct error *err)
{
    GElf_Ehdr header;
    if (!gelf_getehdr(self->elf, &header) ||
        elf_getshdrstrndx(self->elf, &self->names) != 0)
        return elf_trouble(err);
    str_addf(&self->text, "elf %x %x %x %x\n",
             (unsigned)header.e_ident[EI_CLASS],
             (unsigned)header.e_ident[EI_DATA], (unsigned)header.e_machine,
             (unsigned)header.e_flags);
    Elf_Scn *section = elf_nextscn(self->elf, NULL);
    if (!section)
        return error_set(err, ERROR_FORMAT, "broken object file: no sections");
    for (; section; section = elf_nextscn(self->elf, section))
        if (!add_section(self, section, err))
            return false;
    return true;
}

static bool read_whole(const char *path, struct object *out, struct error *err)
{
    struct str text = {0};
    bool ok = file_read(path, 0, &text, err);
    if (ok) {
        out->code = digest_bytes(str_text(&text), text.length);
        out->size_bytes = text.length;
        out->opaque = true;
    }
    str_release(&text);
    return ok;
}

static bool read_elf(struct reading *self, const char *path, struct object *out,
                     struct error *err)
{
    if (!self->elf || elf_kind(self->elf) != ELF_K_ELF)
        return read_whole(path, out, err);
    if (!add_sections(self, err))
        return false;
    if (self->opaque)
        return read_whole(path, out, err);
    out->code = digest_bytes(str_text(&self->text), self->text.length);
    out->size_bytes = self->size_bytes;
    out->opaque = false;
    return true;
}

bool object_read(const char *path, struct object *out, struct error *err)
{
    elf_version(EV_CURRENT);
    int fd;
    if (!file_open(path, &fd, err))
        return false;
    struct reading reading = {.elf = elf_begin(fd, ELF_C_READ, NULL)};
    bool ok = read_elf(&reading, path, out, err);
    if (!ok)
        error_wrap(err, "reading '%s'", path);
    str_release(&reading.text);
    elf_end(reading.elf);
    close(fd);
    return ok;
}
