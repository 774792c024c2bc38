/**
 * What songs are sorted by: the expressions of the indexes of migration 0025. Two hundred characters, because an entry of
 * an index has at most 2,704 bytes; songs that agree in all of them follow by their id.
 */
export const titlePlace = 'lower(left(title, 200))';
export const artistPlace = 'lower(left(artist, 200))';
