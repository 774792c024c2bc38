/** Lyrics of the sample data, written for it. */

export const originalLyrics = `The night bus leaves a trail of amber on the glass
I count the lamps the way you used to count the stars
Someone hums a tune that I was never taught
And every stop is named for something that we lost
Carry me over the viaduct slow
Carry the city asleep down below
I left the key where the ivy has grown
Carry me over and carry me home`;

/** Two lines are changed, the rest is the same words. */
export const copiedLyrics = `The night bus leaves a trail of amber on the glass
I count the lamps the way you used to count the cars
Someone hums a tune that I was never taught
And no one at the window looks at what it cost
Carry me over the viaduct slow
Carry the city asleep down below
I left the key where the ivy has grown
Carry me over and carry me home`;

export const otherLyrics = `Grandmother's kettle argues with the rain
The radio is older than the war
She deals the cards and never lets me win
There is flour on the table and the floor
Sugar in the tin and letters in the drawer
Everything she promised was a little more`;

export const strangerLyrics = `Paper kites above the copper mine
A dog that answers to another name
We measured out the summer with a line
And put the pegs back crooked all the same
Roll up the field and fold away the hill
The orchard kept its secret in the till`;
