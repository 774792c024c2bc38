/** One after the other: what is made uses all cores by itself. */
export async function inTurn<From, To>(
  list: readonly From[],
  make: (one: From) => Promise<To>,
): Promise<To[]> {
  const made: To[] = [];
  for (const one of list) made.push(await make(one));
  return made;
}
