/** Hashes of triplets of peaks, an anchor's at once: src/analyses/fingerprint/look-up/hashes.ts describes the fields and lays out the memory. */

const fieldCount: usize = 5;
/** Fields of the anchor; of a partner as the earlier one and as the later one; of the triplet; of its later partner. */
const anchorField: usize = 0;
const earlyField: usize = 1;
const lateField: usize = 2;
const ratioField: usize = 3;
const spanField: usize = 4;

/** A partner: its delay from the anchor, the delay's log2, and the interval; 64-bit floats. */
const partnerBytes: usize = 24;
/** A field of a partner: what it adds to the hash, what it adds in the neighbouring cell instead, and the distance to that cell. */
const fieldBytes: usize = 16;
const fieldsBytes: usize = fieldCount * fieldBytes;

/** Cells of a field in the table of contributions, and the one of value 0. */
const cellsOfField: usize = 2048;
const cellOfZero: i32 = 1024;

/** Of the rules, in bytes: 64-bit floats. */
const anchorCentsRule: usize = 0;
const intervalCentsRule: usize = 8;
const ratioStepsRule: usize = 16;
const spanOctavesRule: usize = 24;

let table: usize = 0;
let rules: usize = 0;
let partners: usize = 0;
let fields: usize = 0;
/** Of one triplet, from the least certain field on. */
let exchanges: usize = 0;

/** Addresses of the table, the rules, the partners, the room for their fields, and 16 bytes for three of one triplet's. */
export function begin(
  tableAt: usize,
  rulesAt: usize,
  partnersAt: usize,
  fieldsAt: usize,
  orderAt: usize,
): void {
  table = tableAt;
  rules = rulesAt;
  partners = partnersAt;
  fields = fieldsAt;
  exchanges = orderAt;
}

function contribution(field: usize, cell: i32): i32 {
  return load<i32>(table + ((field * cellsOfField + <usize>(cell + cellOfZero)) << 2));
}

/** `error`: the expected one of the value. */
function set(at: usize, field: usize, value: f64, error: f64): void {
  const cell = floor(value);
  const above = value - cell;
  const part = contribution(field, <i32>cell);
  const place = at + field * fieldBytes;
  store<i32>(place, part);
  store<i32>(place, part ^ contribution(field, above < 0.5 ? <i32>cell - 1 : <i32>cell + 1), 4);
  store<f64>(place, min(above, 1 - above) / error, 8);
}

/** The fields of an anchor and its partners that do not depend on the third peak. */
export function measure(count: i32, anchor: f64): void {
  const anchorCents = load<f64>(rules, anchorCentsRule);
  const intervalCents = load<f64>(rules, intervalCentsRule);
  const spanOctaves = load<f64>(rules, spanOctavesRule);
  let at = fields;
  let partner = partners;
  const end = partners + <usize>count * partnerBytes;
  for (; partner < end; partner += partnerBytes) {
    const delay = load<f64>(partner);
    const interval = load<f64>(partner, 16) / intervalCents;
    // Expected errors: 5 cents and half a frame a peak; a pitch or tempo change moves anchor and span as a whole.
    set(at, anchorField, anchor / anchorCents, 100 / anchorCents);
    set(at, earlyField, interval, 7 / intervalCents);
    set(at, lateField, interval, 7 / intervalCents);
    set(at, spanField, load<f64>(partner, 8) / spanOctaves, (0.04 + 1 / delay) / spanOctaves);
    at += fieldsBytes;
  }
}

/** A 32-bit mixer: every input bit reaches every output bit. */
function mix(value: v128): v128 {
  let x = i32x4.mul(v128.xor(value, i32x4.shr_u(value, 16)), i32x4.splat(0x21f0aaad));
  x = i32x4.mul(v128.xor(x, i32x4.shr_u(x, 15)), i32x4.splat(0x735a2d97));
  return v128.xor(x, i32x4.shr_u(x, 15));
}

/** Writes those of `count` hashes whose bits from `sampledBits` on are 0, each with the time. Returns where the next one goes. */
function add(hashes: v128, count: i32, sampledBits: i32, time: i32, out: usize): usize {
  const isSampled = i32x4.eq(i32x4.shr_u(hashes, sampledBits), i32x4.splat(0));
  let lanes = i32x4.bitmask(isSampled) & ((1 << count) - 1);
  while (lanes) {
    const lane = ctz(lanes);
    lanes &= lanes - 1;
    // One place for each lane, of which the first is chosen.
    const rotated = v128.swizzle(hashes, i8x16.add(i8x16.splat(<i8>(lane << 2)), firstLane));
    store<i32>(out, i32x4.extract_lane(rotated, 0));
    store<i32>(out, time, 4);
    out += 8;
  }
  return out;
}

const firstLane = i8x16(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);

/**
 * The sampled hashes of all pairs of `count` partners, with the time: of each, every combination in which some of the `flips` most
 * uncertain fields, 0, 2 or 3, are in their neighbouring cells. Returns where the next one goes.
 */
export function triplets(count: i32, flips: i32, sampledBits: i32, time: i32, out: usize): usize {
  const ratioSteps = load<f64>(rules, ratioStepsRule);
  let early = fields;
  for (let i = 0; i < count; i++, early += fieldsBytes) {
    const ofAnchorAndEarly =
      load<i32>(early, anchorField * fieldBytes) ^ load<i32>(early, earlyField * fieldBytes);
    const delay = load<f64>(partners + <usize>i * partnerBytes);
    let late = early + fieldsBytes;
    for (let j = i + 1; j < count; j++, late += fieldsBytes) {
      const span = load<f64>(partners + <usize>j * partnerBytes);
      set(late, ratioField, (delay / span) * ratioSteps, (0.7 / span) * ratioSteps);
      const sum =
        ofAnchorAndEarly ^
        load<i32>(late, lateField * fieldBytes) ^
        load<i32>(late, ratioField * fieldBytes) ^
        load<i32>(late, spanField * fieldBytes);
      if (flips === 0) {
        out = add(mix(i32x4.splat(sum)), 1, sampledBits, time, out);
        continue;
      }
      orderByUncertainty(early, late);
      const first = load<i32>(exchanges);
      const second = load<i32>(exchanges, 4);
      const four = v128.xor(i32x4.splat(sum), choices(first, second));
      out = add(mix(four), 4, sampledBits, time, out);
      if (flips === 3) {
        const third = v128.xor(four, i32x4.splat(load<i32>(exchanges, 8)));
        out = add(mix(third), 4, sampledBits, time, out);
      }
    }
  }
  return out;
}

/** None of both, the first, the second, both. */
function choices(first: i32, second: i32): v128 {
  const firsts = v128.and(i32x4.splat(first), i32x4(0, -1, 0, -1));
  return v128.xor(firsts, v128.and(i32x4.splat(second), i32x4(0, 0, -1, -1)));
}

/** Of one triplet: the exchanges of its three least certain fields, from the least certain on. Of equal ones the first field's comes first. */
function orderByUncertainty(early: usize, late: usize): void {
  let d0 = load<f64>(late, anchorField * fieldBytes + 8);
  let d1 = load<f64>(early, earlyField * fieldBytes + 8);
  let d2 = load<f64>(late, lateField * fieldBytes + 8);
  let d3 = load<f64>(late, ratioField * fieldBytes + 8);
  let d4 = load<f64>(late, spanField * fieldBytes + 8);
  // Selected without a branch: which field it is cannot be guessed.
  for (let place: usize = 0; place < 3; place++) {
    let least = d0;
    let field: i32 = 0;
    field = select<i32>(1, field, d1 < least);
    least = select<f64>(d1, least, d1 < least);
    field = select<i32>(2, field, d2 < least);
    least = select<f64>(d2, least, d2 < least);
    field = select<i32>(3, field, d3 < least);
    least = select<f64>(d3, least, d3 < least);
    field = select<i32>(4, field, d4 < least);
    const partner = select<usize>(early, late, field === <i32>earlyField);
    store<i32>(exchanges + (place << 2), load<i32>(partner + <usize>field * fieldBytes, 4));
    d0 = select<f64>(Infinity, d0, field === 0);
    d1 = select<f64>(Infinity, d1, field === 1);
    d2 = select<f64>(Infinity, d2, field === 2);
    d3 = select<f64>(Infinity, d3, field === 3);
    d4 = select<f64>(Infinity, d4, field === 4);
  }
}
