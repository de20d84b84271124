import type { RigPart, StagePart } from './rig.ts';
import { measureCalls } from './rows/calls.ts';
import { measureDay } from './rows/day.ts';
import { measureEveryone } from './rows/everyone.ts';
import { measureGrowth } from './rows/growth.ts';
import { measureImports } from './rows/imports.ts';
import { measureMemory } from './rows/memory.ts';
import { measureNodes } from './rows/nodes.ts';
import { measureResults } from './rows/results.ts';
import { measureStarts } from './rows/start.ts';
import { measureWeb } from './rows/web.ts';

/** Parts that are measured at every size, in this order. */
export const everySizeParts = {
  calls: measureCalls,
} as const satisfies Record<string, StagePart>;

/** Parts that are measured at the size for which the targets are set, or the nearest one. */
export const targetSizeParts = {
  everyone: measureEveryone,
  memory: measureMemory,
  nodes: measureNodes,
  web: measureWeb,
  // Last, because it adds patients and appointments.
  day: measureDay,
} as const satisfies Record<string, StagePart>;

/** Parts that are measured once, at the end. */
export const rigParts = {
  growth: measureGrowth,
  import: measureImports,
  results: measureResults,
  start: measureStarts,
} as const satisfies Record<string, RigPart>;
