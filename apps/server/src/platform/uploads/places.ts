import { createPlaces } from '../http/places.ts';

/** Uploads that one process receives at the same time, and those of one user among them. */
const MOST_AT_ONCE = 24;
const MOST_OF_ONE = 8;
/** Seconds. */
const COME_BACK_AFTER = 2;

/** The semaphore of uploads: each holds disk and memory while it arrives. */
export function createUploadPlaces(onRefused?: () => void) {
  const limits = { all: MOST_AT_ONCE, ofOne: MOST_OF_ONE, comeBackAfter: COME_BACK_AFTER };
  return createPlaces(limits, onRefused);
}
