import { asteno } from './asteno.ts';
import { azoo } from './azoo.ts';
import type { Case } from './case.ts';
import { crypto } from './crypto.ts';
import { drafted } from './drafted.ts';
import { fertile } from './fertile.ts';
import { healthy } from './healthy.ts';
import { mixed } from './mixed.ts';
import { mostlyNormal } from './mostly-normal.ts';
import { oligo } from './oligo.ts';
import { otherWords } from './other-words.ts';
import { pending } from './pending.ts';
import { azfc, shortNames, thyroid } from './short-names.ts';

function withOtherWords(name: string, one: Case): Case {
  const more = otherWords[name] ?? {};
  return {
    ...one,
    true: one.true + (more.true ?? ''),
    false: one.false + (more.false ?? ''),
    undecidable: one.undecidable + (more.undecidable ?? ''),
  };
}

/** Sentences of Mexican reports. They were typed from the clinical rules, and not from the guard's. */
export const cases = {
  oligo: withOtherWords('oligo', oligo),
  azoo: withOtherWords('azoo', azoo),
  fertile: withOtherWords('fertile', fertile),
  asteno: withOtherWords('asteno', asteno),
  pending: withOtherWords('pending', pending),
  healthy: withOtherWords('healthy', healthy),
  crypto,
  drafted,
  mixed,
  mostlyNormal,
  shortNames,
  azfc,
  thyroid,
};
