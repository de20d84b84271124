import { onTestFinished } from 'vitest';

/** Takes what is to be done when the running test, or a whole file, is over. */
export type WhenDone = (cleanUp: () => Promise<void>) => void;

export const whenTestEnds: WhenDone = (cleanUp) => onTestFinished(cleanUp);
