import { asteno } from './asteno.ts';
import { azoo } from './azoo.ts';
import { crypto } from './crypto.ts';
import { fertile } from './fertile.ts';
import { healthy } from './healthy.ts';
import { oligo } from './oligo.ts';
import { pending } from './pending.ts';

/** Sentences of Mexican reports. They were typed from the clinical rules, and not from the guard's. */
export const cases = { oligo, azoo, fertile, asteno, pending, healthy, crypto };
