/** What the WebAssembly kernels (load-kernel.ts) export, by their names. */

/** A constant of a kernel. */
interface ExportedNumber {
  readonly value: number;
}

/** What each kernel exports; numbers are addresses in its memory where the source does not say otherwise. */
export interface WasmKernels {
  'bar-counts': {
    count(
      rules: number,
      count: number,
      places: number,
      beat: number,
      downbeat: number,
      first: number,
      frames: number,
      total: number,
      leaving: number,
      ring: number,
      row: number,
      changes: number,
      arrivals: number,
      best: number,
    ): void;
  };
  'level-contrast': {
    /** `lowest`, `highest` and `least` are numbers, as `width` and `unit` are. */
    contrast(
      levels: number,
      frames: number,
      bands: number,
      first: number,
      rows: number,
      beside: number,
      lowest: number,
      highest: number,
      least: number,
      values: number,
    ): void;
    addUp(values: number, count: number, sums: number): void;
    means(sums: number, steps: number, width: number, unit: number, out: number): void;
  };
  'level-sums': {
    lastHalfFrame(peaks: number, bytes: number): number;
    scores(
      sums: number,
      counts: number,
      steps: number,
      first: number,
      end: number,
      least: number,
      drawn: number,
      out: number,
    ): number;
    unpack(
      peaks: number,
      bytes: number,
      halfFrames: number,
      isUsed: number,
      words: number,
      counts: number,
    ): number;
    add(words: number, peaks: number, rowOf: number, rows: number, stride: number, sums: number): void;
    addBySteps(words: number, peaks: number, rowOf: number, rows: number, stride: number, sums: number): void;
  };
  'local-alignment': {
    scores(
      a: number,
      endA: number,
      b: number,
      endB: number,
      weights: number,
      rhythms: number,
      earned: number,
      rules: number,
      out: number,
    ): void;
    path(
      a: number,
      endA: number,
      b: number,
      endB: number,
      weights: number,
      rhythms: number,
      rules: number,
      target: number,
      moves: number,
    ): number;
  };
  'binary-scan': {
    scan(
      codes: number,
      blocks: number,
      bytesPerCode: number,
      values: number,
      thresholds: number,
      rows: number,
      table: number,
      ends: number,
    ): void;
  };
  'centre-weights': {
    weigh(left: number, right: number, count: number, mix: number, centre: number, sums: number): void;
  };
  'chroma-alignment': {
    similarity(a: number, height: number, columns: number, stride: number, out: number): void;
    diagonals(values: number, height: number, width: number, stride: number, half: number, out: number): void;
    moments(values: number, height: number, width: number, stride: number, out: number): void;
    align(
      cells: number,
      height: number,
      width: number,
      stride: number,
      level: number,
      spread: number,
      worst: number,
      skipCost: number,
      noveltyA: number,
      noveltyB: number,
      steps: number,
      rows: number,
    ): number;
  };
  coincidences: {
    find(
      query: number,
      queryCount: number,
      song: number,
      songCount: number,
      rules: number,
      shift: number,
      found: number,
    ): number;
  };
  'cross-spectrum': {
    weigh(samples: number, window: number, count: number, out: number): void;
    /** `least` is a number, as `scale` is. */
    whiten(query: number, song: number, bins: number, least: number, cross: number, turned: number): void;
    join(real: number, imaginary: number, count: number, scale: number, out: number): void;
  };
  'crowded-hits': {
    place(
      positions: number,
      times: number,
      count: number,
      middle: number,
      width: number,
      cells: number,
      counts: number,
    ): number;
    countWidely(cellOf: number, count: number, counts: number): void;
    crowds(
      cellOf: number,
      count: number,
      cells: number,
      counts: number,
      isWide: number,
      most: number,
      around: number,
      histogram: number,
    ): void;
    keep(around: number, count: number, least: number, kept: number): number;
  };
  'delay-lines': {
    addRows(rows: number, ends: number, count: number, sums: number): void;
    strongest(sums: number, lags: number, record: number): number;
  };
  'dot-products': {
    dots(a: number, rows: number, b: number, columns: number, stride: number, out: number): void;
  };
  'half-band': {
    halve(samples: number, count: number, coefficients: number, odd: number, out: number): void;
  };
  'harmonic-bands': {
    bands(
      first: number,
      second: number,
      weights: number,
      table: number,
      count: number,
      firstBands: number,
      secondBands: number,
      logs: number,
    ): void;
    /** `penalty` is a number, as `hzPerBin` and `least` are. */
    sumHarmonics(
      logs: number,
      count: number,
      table: number,
      harmonics: number,
      penalty: number,
      bins: number,
      first: number,
      second: number,
    ): void;
    addTuning(
      powers: number,
      bin: number,
      end: number,
      hzPerBin: number,
      least: number,
      histogram: number,
    ): void;
  };
  'log-bands': {
    silenceNotNumbers(samples: number, count: number): void;
    weigh(samples: number, window: number, count: number, out: number): void;
    powers(spectrum: number, count: number, out: number): void;
    bandSums(power: number, weights: number, bands: number, count: number, out: number): void;
  };
  'near-pairs': {
    readonly halfWidthFrames: ExportedNumber;
    readonly stride: ExportedNumber;
    readonly rowCents: ExportedNumber;
    find(
      queryTimes: number,
      queryCount: number,
      songTimes: number,
      songCount: number,
      surroundings: number,
      steps: number,
      found: number,
      room: number,
    ): number;
    order(
      found: number,
      count: number,
      maxCents: number,
      next: number,
      delays: number,
      cents: number,
      fromPivot: number,
    ): void;
    densest(
      delays: number,
      cents: number,
      fromPivot: number,
      first: number,
      end: number,
      faster: number,
      middle: number,
      maxCents: number,
      halfRows: number,
      counts: number,
      triples: number,
      most: number,
    ): number;
    commonest(
      delays: number,
      cents: number,
      fromPivot: number,
      first: number,
      end: number,
      faster: number,
      pitch: number,
      within: number,
      counts: number,
      most: number,
    ): number;
  };
  'note-layings': {
    /** Addresses of records of notes and their end, cells, place, step, addresses of best scores and places (u16, i32). */
    lay(
      notes: number,
      end: number,
      cells: number,
      place: number,
      step: number,
      best: number,
      places: number,
    ): void;
  };
  resampling: {
    resample(
      samples: number,
      from: number,
      ratio: number,
      first: number,
      count: number,
      taps: number,
      before: number,
      coefficients: number,
      slopes: number,
      phases: number,
      out: number,
    ): void;
  };
  'sketch-sums': {
    bestOfSongs(
      plan: number,
      planEnd: number,
      sketches: number,
      ends: number,
      songs: number,
      together: number,
      overlap: number,
      longest: number,
      least: number,
      drawn: number,
      work: number,
      scores: number,
      found: number,
    ): void;
  };
  /** An instance holds the state of one recording at a time. */
  'spectral-peaks': {
    begin(rules: number): void;
    logarithms(energies: number, count: number, lowest: number, out: number): void;
    push(levels: number): number;
    end(): number;
  };
  'song-scan': {
    passages(
      codes: number,
      ends: number,
      songs: number,
      weights: number,
      firstChord: number,
      melody: number,
      harmony: number,
    ): void;
    products(
      sketches: number,
      songs: number,
      size: number,
      query: number,
      stride: number,
      first: number,
      second: number,
      third: number,
    ): void;
  };
  'triplet-hashes': {
    begin(table: number, rules: number, partners: number, fields: number, order: number): void;
    measure(count: number, anchor: number): void;
    triplets(count: number, flips: number, sampledBits: number, time: number, out: number): number;
  };
  'unsteady-levels': {
    unsteady(values: number, frames: number, stride: number, most: number, out: number): void;
    correlate(
      query: number,
      song: number,
      rows: number,
      count: number,
      ends: number,
      pieces: number,
      stride: number,
      shift: number,
      products: number,
      squares: number,
    ): void;
  };
  'wanted-postings': {
    find(
      bytes: number,
      cellKeys: number,
      cellEnds: number,
      cells: number,
      keys: number,
      keyCount: number,
      base: number,
      positions: number,
      runs: number,
      count: number,
    ): number;
    runsEnd(): number;
  };
  'word-alignment': {
    align(
      gains: number,
      before: number,
      now: number,
      stride: number,
      rows: number,
      columns: number,
      column: number,
      limit: number,
      out: number,
    ): number;
  };
}
