/** How a place is scored by the levels at a song's peaks, in every kind of sweep: their sum over the root of their number. */

/** Of a standard deviation in rows and sums; a byte holds 8 deviations, a sum those of a minute's peaks. */
export const unit = 16;
/** With fewer peaks nothing is shown. */
export const minPeaks = 30;
/** Draws the scores of few peaks towards 0. */
export const drawnPeaks = 20;
/** A song that repeats itself has several places nearly as good as its best, of which one alone has the query's sound. */
export const maxPlaces = 3;
/** Of the best place's score. */
export const minShareOfBest = 0.75;
