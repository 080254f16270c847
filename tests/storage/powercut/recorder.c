/* Records what a process does to the files below AACHEN_RECORD_FOLDER, in order, for the power cut test.
 *
 * Loaded with LD_PRELOAD. One record: kind (w write, t truncate, s sync, u unlink), length of the path,
 * offset, length of the data, then the path and the data. The record is written after the call has returned,
 * so that an acknowledgement which comes later in the log was given later.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

struct head {
    char kind;
    uint16_t path;
    int64_t offset;
    uint32_t data;
} __attribute__((packed));

static int record_file = -1;
static const char *folder;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*next_write)(int, const void *, size_t);
static ssize_t (*next_pwrite)(int, const void *, size_t, off_t);
static int (*next_ftruncate)(int, off_t);
static int (*next_fsync)(int);
static int (*next_fdatasync)(int);
static int (*next_unlink)(const char *);

__attribute__((constructor)) static void begin(void)
{
    next_write = dlsym(RTLD_NEXT, "write");
    next_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    next_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    next_fsync = dlsym(RTLD_NEXT, "fsync");
    next_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    next_unlink = dlsym(RTLD_NEXT, "unlink");
    folder = getenv("AACHEN_RECORD_FOLDER");
    const char *log = getenv("AACHEN_RECORD_FILE");
    if (folder && log)
        record_file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_recorded(int file, char *path, size_t room)
{
    char link[64];
    if (record_file < 0 || file == record_file)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, room - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return strncmp(path, folder, strlen(folder)) == 0;
}

static void record(char kind, const char *path, int64_t offset, const void *data, size_t length)
{
    struct head head = {kind, (uint16_t)strlen(path), offset, (uint32_t)length};
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)data, length}};
    pthread_mutex_lock(&turn);
    if (writev(record_file, parts, 3) < 0)
        abort();
    pthread_mutex_unlock(&turn);
}

ssize_t pwrite64(int file, const void *data, size_t length, off_t offset)
{
    char path[4096];
    ssize_t done = next_pwrite(file, data, length, offset);
    if (done > 0 && is_recorded(file, path, sizeof path))
        record('w', path, offset, data, (size_t)done);
    return done;
}

ssize_t pwrite(int file, const void *data, size_t length, off_t offset)
{
    return pwrite64(file, data, length, offset);
}

ssize_t write(int file, const void *data, size_t length)
{
    char path[4096];
    int recorded = is_recorded(file, path, sizeof path);
    off_t offset = recorded ? lseek(file, 0, SEEK_CUR) : 0;
    ssize_t done = next_write(file, data, length);
    if (done > 0 && recorded)
        record('w', path, offset, data, (size_t)done);
    return done;
}

int ftruncate64(int file, off_t length)
{
    char path[4096];
    int failed = next_ftruncate(file, length);
    if (!failed && is_recorded(file, path, sizeof path))
        record('t', path, length, "", 0);
    return failed;
}

int ftruncate(int file, off_t length)
{
    return ftruncate64(file, length);
}

int fsync(int file)
{
    char path[4096];
    int failed = next_fsync(file);
    if (!failed && is_recorded(file, path, sizeof path))
        record('s', path, 0, "", 0);
    return failed;
}

int fdatasync(int file)
{
    char path[4096];
    int failed = next_fdatasync(file);
    if (!failed && is_recorded(file, path, sizeof path))
        record('s', path, 0, "", 0);
    return failed;
}

int unlink(const char *path)
{
    int failed = next_unlink(path);
    if (!failed && record_file >= 0 && strncmp(path, folder, strlen(folder)) == 0)
        record('u', path, 0, "", 0);
    return failed;
}
