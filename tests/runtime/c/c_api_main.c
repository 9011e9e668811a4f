/* Runs the checks written in C on a .hull file. */
#include <stdio.h>
#include <stdlib.h>

#include "c_api_calls.h"

static int failures = 0;

static void report(const char* expression, const char* file, int line) {
    ++failures;
    fprintf(stderr, "%s:%d: %s\n", file, line, expression);
}

int main(int argc, char** argv) {
    const size_t room = 1 << 24;
    FILE* const file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    void* const bytes = malloc(room);
    size_t size;
    int checks;
    if (file == NULL || bytes == NULL) {
        fprintf(stderr, "usage: c_api_program FILE.hull\n");
        free(bytes);
        return 2;
    }
    size = fread(bytes, 1, room, file);
    fclose(file);
    checks = checkCApi(bytes, size, report);
    free(bytes);
    printf("%d checks, %d failed\n", checks, failures);
    return failures == 0 ? 0 : 1;
}
