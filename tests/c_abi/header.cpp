// The header alone, and twice, as C++11 and later.
#include <dicechess.h>
#include <dicechess.h>

static_assert(sizeof(dicechess_error) == 256 && alignof(dicechess_error) == 8, "dicechess_error");
static_assert(sizeof(dicechess_snapshot) == 168 && alignof(dicechess_snapshot) == 8, "dicechess_snapshot");

int main() { return dicechess_abi_version() == DICECHESS_ABI_VERSION ? 0 : 1; }
