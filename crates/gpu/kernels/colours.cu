// Colours: no body is in two manifolds of one colour, so that those are solved side by side.
// A pair asks for its colour of before, or for a free one by chance that is a hash; of all that
// ask for the same colour at a body the lowest pair gets it (integer minimum: no race matters).
// Those left ask again. What finds no colour goes to the rest, which is solved one by one.
#define COLOURS 64u

DEVICE u32 free_colour(u64 free, u32 r) {
  u32 k = r % count_bits(free);
  while (k--) free &= free - 1;
  u32 c = 0;
  while (!((free >> c) & 1u)) c++;
  return c;
}
// Finds each pair among those of before.
KERNEL match_pairs(WORLD, u32, u32) {
  IN_TURN();
  u32 n = w.stat->pairs;
  FOR(k, n) {
    uint2 p = w.pair[k];
    u32 id = w.id[p.x], other = p.y < WALL ? w.id[p.y] : p.y, found = NOBODY;
    u32 end = w.kept_end[id];
    for (u32 i = w.kept_start[id]; i < end; i++) if (w.kept_other[i] == other) { found = i; break; }
    w.kept_at[k] = found;
    w.colour[k] = found != NOBODY ? w.kept_colour[found] : 0xFFu;
    w.list_a[k] = k;
  }
}
KERNEL claim_colours(WORLD, u32 round, u32 window) {
  IN_TURN();
  u32 n = round ? w.left[round - 1] : w.stat->pairs;
  const u32* list = round & 1 ? w.list_b : w.list_a;
  FOR(i, n) {
    u32 k = list[i];
    uint2 p = w.pair[k];
    bool wall = p.y >= WALL;
    u64 used = w.used[p.x];
    if (!wall) used |= w.used[p.y];
    u32 c = w.colour[k];
    if (round > 0 || c >= window || ((used >> c) & 1u)) {
      u64 free = ~used & ((1ull << window) - 1);
      if (!free) { free = ~used; free &= ~free + 1u; }
      if (!free) { w.colour[k] = COLOURS; continue; }
      c = free_colour(free, hash_of(k * 33u + round));
    }
    w.colour[k] = c;
    u32 claim = ((63u - round) << 26) | k;
    atomic_min(w.claims + p.x * COLOURS + c, claim);
    if (!wall) atomic_min(w.claims + p.y * COLOURS + c, claim);
  }
}
KERNEL resolve_colours(WORLD, u32 round, u32) {
  IN_TURN();
  u32 n = round ? w.left[round - 1] : w.stat->pairs;
  const u32* list = round & 1 ? w.list_b : w.list_a;
  u32* next = round & 1 ? w.list_a : w.list_b;
  FOR(i, n) {
    u32 k = list[i];
    uint2 p = w.pair[k];
    u32 c = w.colour[k], claim = ((63u - round) << 26) | k;
    bool wall = p.y >= WALL, won = false;
    if (c < COLOURS) won = w.claims[p.x * COLOURS + c] == claim && (wall || w.claims[p.y * COLOURS + c] == claim);
    if (won) {
      atomic_or(w.used + p.x, 1ull << c);
      if (!wall) atomic_or(w.used + p.y, 1ull << c);
    } else {
      next[take_place(w.left, round)] = k;
    }
  }
}
// What is left after all rounds.
KERNEL leave_rest(WORLD, u32 rounds, u32) {
  IN_TURN();
  u32 n = w.left[rounds - 1];
  const u32* list = rounds & 1 ? w.list_b : w.list_a;
  FOR(i, n) w.colour[list[i]] = COLOURS;
}
KERNEL count_colours(WORLD, u32, u32) {
  IN_TURN();
  u32 n = w.stat->pairs;
  FOR(k, n) take_place(w.colour_count, w.colour[k]);
}
KERNEL start_colours(WORLD, u32, u32) {
  IN_TURN();
  if (THREAD != 0) return;
  u32 sum = 0, count = 0;
  for (u32 c = 0; c <= COLOURS; c++) {
    w.colour_start[c] = sum;
    w.colour_fill[c] = sum;
    if (c < COLOURS && w.colour_count[c]) count = c + 1;
    sum += w.colour_count[c];
  }
  w.colour_start[COLOURS + 1] = sum;
  w.stat->colours = count;
  w.stat->rest = w.colour_count[COLOURS];
}
KERNEL seat_manifolds(WORLD, u32, u32) {
  IN_TURN();
  u32 n = w.stat->pairs;
  FOR(k, n) {
    u32 c = w.colour[k], at = take_place(w.colour_fill, c);
    w.slot[k] = at;
    if (c == COLOURS) w.list_a[at - w.colour_start[COLOURS]] = k;
  }
}
// The rest is solved in the order of its pairs: each counts those before it.
KERNEL order_rest(WORLD, u32, u32) {
  IN_TURN();
  u32 n = w.stat->rest, first = w.colour_start[COLOURS];
  FOR(i, n) {
    u32 k = w.list_a[i], rank = 0;
    for (u32 j = 0; j < n; j++) if (w.list_a[j] < k) rank++;
    w.slot[k] = first + rank;
  }
}
