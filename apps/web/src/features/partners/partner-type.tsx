import type { Tone } from '../../theme/tokens.ts';
import classes from './partner-type.module.css';

const tagged: Readonly<Record<string, Tone>> = {
  Laboratorio: 'blue',
  Clínica: 'primary',
  Hospital: 'plum',
};

/** Label and colour of a partner's type: three have a tag, any other type is 'Sin tipo'. */
export function partnerType(type: string | null): { label: string; tone: Tone } {
  const tone = type !== null && Object.hasOwn(tagged, type) ? tagged[type] : undefined;
  return type === null || tone === undefined
    ? { label: 'Sin tipo', tone: 'neutral' }
    : { label: type, tone };
}

/** The type as a tag, unlike a status, which is a pill. */
export function PartnerTypeTag({ type }: { type: string | null }) {
  const { label, tone } = partnerType(type);
  return (
    <span className={classes.tag} data-tone={tone}>
      <span className={classes.square} aria-hidden />
      {label}
    </span>
  );
}
