/** The notes that begin within some time of a moment, which moves on through the song. */
export class Surroundings {
  /** Indexes of the first of these notes, and of the first behind them. */
  from = 0;
  to = 0;

  /** `starts`: frames, rising. */
  constructor(
    private readonly starts: Float64Array,
    private readonly seconds: number,
    private readonly framesPerSecond: number,
  ) {}

  /** `frame` is that of a note, and not before the last one. */
  moveTo(frame: number): void {
    const { starts, seconds, framesPerSecond } = this;
    while ((frame - starts[this.from]!) / framesPerSecond > seconds) this.from++;
    while (this.to < starts.length && (starts[this.to]! - frame) / framesPerSecond <= seconds) this.to++;
  }
}
