/*
 * Windows of minutes of given security-days, from the columns of the engine's own parts as they lie on the disk: checksummed
 * blocks, LZ4 under Delta or T64. One thread, no allocation in the loop. Formats: ClickHouse, src/Compression.
 *
 *   windows INDEX ROWS OUT
 *
 * INDEX: per part `P folder wide granules`, then per granule `rows session security_id` and for each stream its two offsets.
 * ROWS: `session security_id close` in that order. OUT: a line a row, \N for null. Prints the CPU seconds from the first
 * opened file to the last value. Status 3 where liblz4 is missing.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SESSION, SECURITY, MINUTE, OPEN, HIGH, LOW, CLOSE, VOLUME, VWAP_NULL, VWAP, STREAMS };
static const char *const NAMES[STREAMS] = {"session", "security_id", "minute", "open",      "high",
                                           "low",     "close",       "volume", "vwap.null", "vwap"};
enum { GRANULE = 32768, BLOCK = 4 << 20, CLOCK_FROM = 587, CLOCK_TO = 673 };

typedef struct {
  uint64_t key;
  uint32_t rows;
  uint64_t at[STREAMS][2];
} Granule;

typedef struct {
  char folder[512];
  int wide, granules;
  Granule *all;
} Part;

typedef struct {
  const uint8_t *file;
  size_t size;
  uint64_t block; /* offset of the block that is unpacked, UINT64_MAX before the first */
  uint32_t packed, length;
  uint8_t *bytes;
} Stream;

typedef struct {
  uint64_t key;
  uint16_t close;
  uint8_t any, regular, pre, clock;
  int64_t pre_high, open, high, low, last, clock_high, clock_low, vwap_sum;
  uint64_t pre_volume, volume, clock_volume, vwaps;
} Day;

static int (*lz4)(const char *, char *, int, int);
static uint8_t stage[2][BLOCK + 65536];

static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

static uint32_t u32(const uint8_t *at) {
  uint32_t value;
  memcpy(&value, at, 4);
  return value;
}

static uint64_t u64(const uint8_t *at) {
  uint64_t value;
  memcpy(&value, at, 8);
  return value;
}

/* Sums of differences, from 0 on. */
static void undelta(const uint8_t *from, uint32_t length, uint8_t *to) {
  int width = from[0], skip = from[1];
  from += 2;
  memcpy(to, from, skip);
  from += skip, to += skip, length -= skip;
  if (width == 2) {
    uint16_t sum = 0, step;
    for (uint32_t i = 0; i + 2 <= length; i += 2) memcpy(&step, from + i, 2), sum += step, memcpy(to + i, &sum, 2);
  } else if (width == 4) {
    uint32_t sum = 0, step;
    for (uint32_t i = 0; i + 4 <= length; i += 4) memcpy(&step, from + i, 4), sum += step, memcpy(to + i, &sum, 4);
  } else
    fail("a delta of another width");
}

/* 64 values as rows of bytes, the upper bits that all share left out, the last byte as rows of bits. */
static void unt64(const uint8_t *from, uint32_t length, uint8_t *to) {
  uint64_t low = u64(from + 1), high = u64(from + 9), count = length / 8;
  if (from[0] >> 7 || (int64_t)low < 0) fail("T64 of another kind");
  from += 17;
  int bits = low == high ? 0 : 64 - __builtin_clzll(low ^ high), whole = bits / 8, rest = bits % 8;
  uint64_t upper = bits == 64 ? 0 : low >> bits << bits;
  uint64_t values[64];
  for (uint64_t done = 0; done < count; done += 64) {
    for (int i = 0; i < 64; i++) values[i] = upper;
    for (int byte = 0; byte < whole; byte++)
      for (int i = 0; i < 64; i++) values[i] |= (uint64_t)from[byte * 64 + i] << (8 * byte);
    for (int bit = 0; bit < rest; bit++) {
      uint64_t row = u64(from + whole * 64 + bit * 8);
      for (int i = 0; i < 64; i++) values[i] |= (row >> i & 1) << (8 * whole + bit);
    }
    memcpy(to + done * 8, values, (count - done < 64 ? count - done : 64) * 8);
    from += bits * 8;
  }
}

/* A codec's output begins with its method, its own size and the size it unpacks to. */
static void unpack(const uint8_t *from, uint8_t *to) {
  uint32_t packed = u32(from + 1) - 9, length = u32(from + 5);
  if (length > BLOCK) fail("a block that is too long");
  const uint8_t *data = from + 9;
  switch (from[0]) {
    case 0x02:
      memcpy(to, data, length);
      return;
    case 0x82:
      if (lz4((const char *)data, (char *)to, packed, length) != (int)length) fail("not LZ4");
      return;
    case 0x92:
      undelta(data, length, to);
      return;
    case 0x93:
      unt64(data, length, to);
      return;
    case 0x91: {
      int codecs = data[0];
      const uint8_t *next = data + 1 + codecs;
      for (int i = codecs - 1; i >= 0; i--) {
        uint8_t *into = i == 0 ? to : stage[i & 1];
        unpack(next, into);
        next = into;
      }
      return;
    }
    default:
      fail("a codec that this program does not know");
  }
}

static void read_stream(Stream *s, uint64_t block, uint64_t offset, void *to, size_t bytes) {
  uint8_t *out = to;
  while (bytes > 0) {
    if (s->block != block) {
      if (block + 25 > s->size) fail("a mark behind the end of a file");
      const uint8_t *head = s->file + block + 16;
      s->packed = u32(head + 1), s->length = u32(head + 5), s->block = block;
      unpack(head, s->bytes);
    }
    size_t here = s->length - offset < bytes ? s->length - offset : bytes;
    memcpy(out, s->bytes + offset, here);
    out += here, bytes -= here;
    if (bytes > 0) block += 16 + s->packed, offset = 0;
  }
}

static void open_stream(Stream *s, const Part *part, int stream) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s.bin", part->folder, part->wide ? NAMES[stream] : "data");
  int file = open(path, O_RDONLY);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) fail(path);
  s->file = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  s->size = about.st_size, s->block = UINT64_MAX;
  if (s->file == MAP_FAILED) fail(path);
  close(file);
}

static uint16_t sessions[GRANULE], minutes[GRANULE];
static uint32_t securities[GRANULE];
static int64_t prices[4][GRANULE], vwaps[GRANULE];
static uint64_t volumes[GRANULE];
static uint8_t is_null[GRANULE];

static void read_values(Stream *streams, const Granule *g) {
  read_stream(&streams[MINUTE], g->at[MINUTE][0], g->at[MINUTE][1], minutes, g->rows * 2);
  for (int i = 0; i < 4; i++)
    read_stream(&streams[OPEN + i], g->at[OPEN + i][0], g->at[OPEN + i][1], prices[i], g->rows * 8);
  read_stream(&streams[VOLUME], g->at[VOLUME][0], g->at[VOLUME][1], volumes, g->rows * 8);
  read_stream(&streams[VWAP_NULL], g->at[VWAP_NULL][0], g->at[VWAP_NULL][1], is_null, g->rows);
  read_stream(&streams[VWAP], g->at[VWAP][0], g->at[VWAP][1], vwaps, g->rows * 8);
}

/* Minutes of a day come in order, also where the day goes on in the next granule. */
static void add(Day *day, uint32_t from, uint32_t to) {
  const int64_t *open = prices[0], *high = prices[1], *low = prices[2], *close = prices[3];
  day->any = 1;
  for (uint32_t i = from; i < to; i++) {
    uint16_t minute = minutes[i];
    if (minute >= 240 && minute < 570) {
      if (!day->pre || high[i] > day->pre_high) day->pre_high = high[i];
      day->pre = 1, day->pre_volume += volumes[i];
    }
    if (minute >= 570 && minute < day->close) {
      if (!day->regular) day->open = open[i];
      if (!day->regular || high[i] > day->high) day->high = high[i];
      if (!day->regular || low[i] < day->low) day->low = low[i];
      day->regular = 1, day->last = close[i], day->volume += volumes[i];
    }
    if (minute >= CLOCK_FROM && minute <= CLOCK_TO) {
      if (!day->clock || high[i] > day->clock_high) day->clock_high = high[i];
      if (!day->clock || low[i] < day->clock_low) day->clock_low = low[i];
      day->clock = 1, day->clock_volume += volumes[i];
      if (!is_null[i]) day->vwap_sum += vwaps[i], day->vwaps++;
    }
  }
}

static Day *days;
static size_t day_count;

static size_t first_from(uint64_t key, size_t low) {
  size_t high = day_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (days[middle].key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void read_part(const Part *part, Stream *streams) {
  for (int s = 0; s < STREAMS; s++) open_stream(&streams[s], part, s);
  for (int g = 0; g < part->granules; g++) {
    const Granule *granule = &part->all[g];
    uint64_t last = g + 1 < part->granules ? part->all[g + 1].key : UINT64_MAX;
    size_t next = first_from(granule->key, 0);
    if (next == day_count || days[next].key > last) continue;
    read_stream(&streams[SESSION], granule->at[SESSION][0], granule->at[SESSION][1], sessions, granule->rows * 2);
    read_stream(&streams[SECURITY], granule->at[SECURITY][0], granule->at[SECURITY][1], securities, granule->rows * 4);
    int have = 0;
    for (uint32_t from = 0, to; from < granule->rows; from = to) {
      for (to = from + 1; to < granule->rows && securities[to] == securities[from] && sessions[to] == sessions[from];) to++;
      uint64_t key = (uint64_t)sessions[from] << 32 | securities[from];
      while (next < day_count && days[next].key < key) next++;
      if (next == day_count) break;
      if (days[next].key != key) continue;
      if (!have) read_values(streams, granule), have = 1;
      add(&days[next], from, to);
    }
  }
  for (int s = 0; s < STREAMS; s++) munmap((void *)streams[s].file, streams[s].size);
}

static void price(FILE *out, int known, double value) {
  if (known) fprintf(out, "\t%.17g", value / 1e6);
  else fputs("\t\\N", out);
}

static void volume(FILE *out, const Day *day, uint64_t value) {
  if (day->any) fprintf(out, "\t%llu", (unsigned long long)value);
  else fputs("\t\\N", out);
}

int main(int count, char **args) {
  if (count != 4) fail("windows INDEX ROWS OUT");
  void *library = dlopen("liblz4.so.1", RTLD_NOW);
  if (library == NULL) return 3;
  *(void **)&lz4 = dlsym(library, "LZ4_decompress_safe");

  FILE *index = fopen(args[1], "r"), *rows = fopen(args[2], "r");
  if (!index || !rows) fail("no input");
  Part *parts = calloc(4096, sizeof *parts);
  int part_count = 0;
  for (Part *p = parts; part_count < 4096 && fscanf(index, " P %511s %d %d", p->folder, &p->wide, &p->granules) == 3; p++) {
    p->all = calloc(p->granules, sizeof *p->all);
    for (int g = 0; g < p->granules; g++) {
      unsigned session, security;
      if (fscanf(index, "%u %u %u", &p->all[g].rows, &session, &security) != 3) fail("not an index");
      if (p->all[g].rows > GRANULE) fail("a granule that is too long");
      p->all[g].key = (uint64_t)session << 32 | security;
      for (int s = 0; s < STREAMS; s++)
        if (fscanf(index, "%lu %lu", &p->all[g].at[s][0], &p->all[g].at[s][1]) != 2) fail("not an index");
    }
    part_count++;
  }
  size_t room = 1 << 20;
  days = calloc(room, sizeof *days);
  unsigned session, security, closing;
  while (fscanf(rows, "%u %u %u", &session, &security, &closing) == 3) {
    if (day_count == room) fail("too many rows");
    days[day_count].key = (uint64_t)session << 32 | security, days[day_count++].close = closing;
  }
  Stream streams[STREAMS];
  for (int s = 0; s < STREAMS; s++) streams[s].bytes = malloc(BLOCK + 65536);

  struct timespec begun, ended;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
  for (int p = 0; p < part_count; p++) read_part(&parts[p], streams);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);

  FILE *out = fopen(args[3], "w");
  for (size_t i = 0; i < day_count; i++) {
    const Day *d = &days[i];
    fprintf(out, "%u\t%u", (unsigned)(d->key & 0xffffffff), (unsigned)(d->key >> 32));
    price(out, d->pre, d->pre_high), volume(out, d, d->pre_volume);
    price(out, d->regular, d->open), price(out, d->regular, d->high), price(out, d->regular, d->low);
    price(out, d->regular, d->last), volume(out, d, d->volume);
    price(out, d->clock, d->clock_high), price(out, d->clock, d->clock_low), volume(out, d, d->clock_volume);
    price(out, d->vwaps > 0, d->vwaps > 0 ? (double)d->vwap_sum / d->vwaps : 0);
    fputc('\n', out);
  }
  if (fclose(out) != 0) fail("could not write");
  printf("%.6f\n", (double)(ended.tv_sec - begun.tv_sec) + (ended.tv_nsec - begun.tv_nsec) / 1e9);
  return 0;
}
