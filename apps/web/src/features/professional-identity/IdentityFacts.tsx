import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { IdentityVersion } from '@simiente/contract/professional-identity/calls';
import classes from './IdentityFacts.module.css';
import { identityTitles } from './identity-words.ts';

/** What a signature shows, as a list of facts. */
export function IdentityFacts({ version }: { version: IdentityVersion }) {
  const facts = [
    [identityTitles.fullName, version.fullName],
    [identityTitles.cedula, version.cedula],
    [identityTitles.institution, version.institution],
    [identityTitles.specialty, version.specialty],
    [identityTitles.specialtyCertificate, version.specialtyCertificate],
    [identityTitles.validFrom, describeCalendarDay(version.validFrom)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label} className={classes.fact}>
              <dt className={classes.label}>{label}</dt>
              <dd className={classes.value}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
