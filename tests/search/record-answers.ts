/** What was asked of an engine and what it answered, to put the same to another one. */

export interface Recorded {
  readonly method: string;
  readonly given: readonly unknown[];
  readonly answer: unknown;
}

/** `over`, whose answers by `methods` are written down in `asked`. */
export function recording<Engine extends object>(
  over: Engine,
  methods: readonly (keyof Engine & string)[],
  asked: Recorded[],
): Engine {
  const replaced = methods.map((method) => {
    const ask = async (...given: unknown[]): Promise<unknown> => {
      const answer = await (over[method] as (...all: unknown[]) => Promise<unknown>)(...given);
      asked.push({ method, given, answer });
      return answer;
    };
    return [method, ask];
  });
  return { ...over, ...Object.fromEntries(replaced) } as Engine;
}

/** What `engine` answers to the same. */
export async function answersOf(engine: object, asked: readonly Recorded[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const { method, given } of asked) {
    const ask = engine[method as keyof typeof engine] as (...all: unknown[]) => Promise<unknown>;
    // Its time was that of the search that is over.
    const again = given.map((one) => (one instanceof AbortSignal ? new AbortController().signal : one));
    answers.push(await ask(...again));
  }
  return answers;
}
