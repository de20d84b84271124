import type { Tone } from '../../theme/tokens.ts';

const tagged: Readonly<Record<string, Tone>> = {
  Laboratorio: 'azul',
  Clínica: 'pino',
  Hospital: 'ciruela',
};

/** What a partner's type reads as: three have a tag of their own, any other one is 'Sin tipo'. */
export function partnerType(type: string | null): { label: string; tone: Tone } {
  const tone = type !== null && Object.hasOwn(tagged, type) ? tagged[type] : undefined;
  return type === null || tone === undefined
    ? { label: 'Sin tipo', tone: 'neutral' }
    : { label: type, tone };
}
