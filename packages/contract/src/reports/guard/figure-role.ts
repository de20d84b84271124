import type { Sign } from './comparison.ts';
import type { Counted } from './counted-numbers.ts';
import { mentionsIn } from './mentions.ts';

/** Whether a figure is the patient's, a reference, or says by how much something changed. */
export type Role = 'value' | 'reference' | 'change';

/** Longest distance between a word of approximation and its figure. */
export const NEAR = 60;
export const APPROXIMATE =
  /(?:cerca de|casi|aproximadamente|aprox\.?|alrededor de|en torno a|unos|unas|~|≈|±|poco mas de|poco menos de|practicamente)(?: (?:el|un|los|las|unos))? *$/;

const REFERENCE =
  /referencia|limite|umbral|percentil|punto de corte|valor(?:es)? (?:normal|esperad|minim|de corte|ideal)|lo (?:normal|esperado|indicado|recomendado|habitual)|minimo|rango|intervalo|deb(?:e|en|eria|erian) (?:ser|estar|tener|superar)|se (?:considera|espera|recomienda|sugiere|pide)|\boms\b|ideal|(?:^|[^a-z])(?:vn|vr|ref)(?:[^a-z]|$)|deseable|normal(?:es)? (?:a partir|es|si|:|desde|cuando)|esperad[oa]s?|guarda(?:r)?|(?:con|de) (?:una )?abstinencia de|repetir|repit/g;
/** What says that a figure is the patient's, behind a word of a reference. */
const OWN =
  /(?<!\p{L})(?:fue(?:ron)?|tu|tus|tuvo|tuviste|tienes|obtuv\p{L}*|midi\p{L}*|result\p{L}*|encontr\p{L}*|present\p{L}*|mostr\p{L}*|se conto|se contaron|contaron|report\p{L}*|registr\p{L}*|alcanz\p{L}*|su)(?!\p{L})/u;
const REFERENCE_BEHIND =
  /^ *o (?:mas|menos)(?!\p{L})|^[^.,;:\d(—–|]{0,45}(?:referencia|limite|umbral|punto de corte|minimo|esperad)/u;
/** 'Está por debajo del límite' is said of a value. */
const STANDS =
  /debajo|bajo|sobre|encima|menor|mayor|inferior a|superior a|inferior al|superior al|dentro|fuera|cumple|alcanza|supera|rebasa|cerca|encuentra|comparad|frente/;

/** A share by which something changed is no value. */
const BY_HOW_MUCH =
  /(?:mejor|aument|disminu|reduc|reduj|increment|cay|baj|sub|ascen|descen)\p{L}{0,20}(?: (?:en|un|cerca de|casi|mas de|hasta en|alrededor de|de|del))* *$/u;

interface Scope {
  /** Where the figure in front ends. */
  readonly from: number;
  readonly sign: Sign | null;
  readonly isBehindReference: boolean;
}

export function findRole(
  plain: string,
  one: Counted,
  { from, sign, isBehindReference }: Scope,
): Role {
  if (one.of !== null) return 'reference';
  const before = plain.slice(from, one.number.start);
  const isShare = one.unit.among[0] === '%';
  if (isShare && BY_HOW_MUCH.test(before) && !/(?:a|al|hasta) *$/.test(before)) return 'change';
  const last = [...before.matchAll(REFERENCE)].at(-1);
  if (last) {
    const behind = before.slice(last.index + last[0].length);
    // 'Según la OMS, la concentración de 14' is a value, although it speaks of WHO.
    const isWeak = last[0] === 'oms' && mentionsIn(behind).some(({ keys }) => keys.length > 0);
    if (!OWN.test(behind) && !isWeak) return 'reference';
  }
  if (
    isBehindReference &&
    /^[)\]]?[,;]? *(?:y|e|o|,) (?:la|el|las|los) de (?:la )?\p{L}*[\d.ªa ]*/u.test(before)
  ) {
    return 'reference';
  }
  const after = REFERENCE_BEHIND.exec(plain.slice(one.end, one.end + 70));
  if (after && !STANDS.test(after[0])) return 'reference';
  // In brackets behind a figure, a sign says what it is compared with.
  return sign !== null && /[([][^()[\]]*$/.test(before) ? 'reference' : 'value';
}
