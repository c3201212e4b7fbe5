// A plugin for QEMU's user mode that counts a program's instructions between its responses.
//
//     qemu-aarch64 -plugin count_instructions.so,counts=FILE[,functions=yes] program
//
// For each write to standard output, a line is appended to FILE: the number of instructions since
// the write before. With `functions`, lines with the most expensive functions follow, each after a
// tab. QEMU's plugin header is in no package; the used declarations are repeated here.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t plugin_id;
typedef struct { const char *target_name; } machine_info;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void (*syscall_callback)(
    plugin_id, unsigned cpu, int64_t number, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4,
    uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8);

extern void qemu_plugin_register_vcpu_tb_trans_cb(
    plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *);
extern void qemu_plugin_register_vcpu_tb_exec_cb(
    struct qemu_plugin_tb *, void (*)(unsigned cpu, void *), int flags, void *);
extern void qemu_plugin_register_vcpu_syscall_cb(plugin_id, syscall_callback);

#define EXPORTED __attribute__((visibility("default")))

// The version of the plugin interface: 2 since QEMU 9, 1 before; set by the build script.
EXPORTED int qemu_plugin_version = PLUGIN_VERSION;

// A block of code that QEMU translated, and the counter of its function.
typedef struct {
    uint64_t *function;
    uint64_t length;
} Block;

typedef struct {
    const char *name;
    uint64_t instructions;
} Function;

enum { MOST_FUNCTIONS = 1 << 16, MOST_BLOCKS = 1 << 18, SHOWN_FUNCTIONS = 30 };
static Function functions[MOST_FUNCTIONS];
static int function_count;
static Block blocks[MOST_BLOCKS];
static int block_count;
static int shows_functions;

static uint64_t instructions;
static int64_t write_number;
static FILE *file;

// Returns the counter of a function; functions without a name, in shared libraries, share one.
static uint64_t *counter_of(const char *name) {
    if (!name) name = "(libraries)";
    for (int i = 0; i < function_count; i++)
        if (strcmp(functions[i].name, name) == 0) return &functions[i].instructions;
    if (function_count == MOST_FUNCTIONS) abort();
    functions[function_count].name = strdup(name);
    return &functions[function_count++].instructions;
}

static void block_executed(unsigned cpu, void *data) {
    (void)cpu;
    const Block *block = data;
    instructions += block->length;
    *block->function += block->length;
}

static void block_translated(plugin_id id, struct qemu_plugin_tb *translated) {
    (void)id;
    if (block_count == MOST_BLOCKS) abort();
    Block *block = blocks + block_count++;
    block->length = qemu_plugin_tb_n_insns(translated);
    const char *name =
        shows_functions ? qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(translated, 0)) : "";
    block->function = counter_of(name);
    // The flag 0 states that the callback reads no registers.
    qemu_plugin_register_vcpu_tb_exec_cb(translated, block_executed, 0, block);
}

static int more_first(const void *left, const void *right) {
    uint64_t a = (*(Function *const *)left)->instructions;
    uint64_t b = (*(Function *const *)right)->instructions;
    return (a < b) - (a > b);
}

static void show_functions(void) {
    static Function *sorted[MOST_FUNCTIONS];
    for (int i = 0; i < function_count; i++) sorted[i] = functions + i;
    qsort(sorted, (size_t)function_count, sizeof *sorted, more_first);
    for (int i = 0; i < function_count && i < SHOWN_FUNCTIONS && sorted[i]->instructions > 0; i++)
        fprintf(
            file, "\t%llu %s\n", (unsigned long long)sorted[i]->instructions, sorted[i]->name);
    for (int i = 0; i < function_count; i++) functions[i].instructions = 0;
}

static void system_call(
    plugin_id id, unsigned cpu, int64_t number, uint64_t descriptor, uint64_t a2, uint64_t a3,
    uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8) {
    (void)id, (void)cpu, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number != write_number || descriptor != 1) return;
    fprintf(file, "%llu\n", (unsigned long long)instructions);
    if (shows_functions) show_functions();
    fflush(file);
    instructions = 0;
}

EXPORTED int qemu_plugin_install(
    plugin_id id, const machine_info *machine, int count, char **arguments) {
    const char *path = NULL;
    for (int i = 0; i < count; i++) {
        if (strncmp(arguments[i], "counts=", 7) == 0) path = arguments[i] + 7;
        if (strcmp(arguments[i], "functions=yes") == 0) shows_functions = 1;
    }
    file = path ? fopen(path, "w") : NULL;
    if (!file) {
        perror(path ? path : "count_instructions: no counts=FILE");
        return -1;
    }
    write_number = strcmp(machine->target_name, "aarch64") == 0 ? 64 : 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, block_translated);
    qemu_plugin_register_vcpu_syscall_cb(id, system_call);
    return 0;
}
