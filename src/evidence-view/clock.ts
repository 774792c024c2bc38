/** Times as the dashboard shows them: as case files and reports write them. */
export { clock, lengthText, rangeText } from '../domain/case-file/clock.js';
