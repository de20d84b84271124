import { onTestFinished } from 'vitest';

/** Registers a cleanup for the end of the running test or file. */
export type WhenDone = (cleanUp: () => Promise<void>) => void;

export const whenTestEnds: WhenDone = (cleanUp) => onTestFinished(cleanUp);
