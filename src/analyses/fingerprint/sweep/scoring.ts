/** How a place is scored by the levels at a song's peaks, in every kind of sweep: their sum over the root of their number. */

/** Of a standard deviation in rows and sums; a byte holds 8 deviations, a sum those of a minute's peaks. */
export const unit = 16;
/** With fewer peaks nothing is shown. */
export const minPeaks = 30;
/** Draws the scores of few peaks towards 0. */
export const drawnPeaks = 20;
