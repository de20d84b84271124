import { Select, Skeleton } from '@mantine/core';
import type { Report } from '@simiente/contract/reports/calls';
import { versionStateWords } from '@simiente/contract/reports/states';
import type { ReportVersion, VersionSummary } from '@simiente/contract/reports/version';
import { withoutMarkup } from '@simiente/contract/reports/without-markup';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { versionName } from '../report-words.ts';
import { useVersion } from '../use-reports.ts';
import classes from './Compare.module.css';
import { WordRuns } from './WordRuns.tsx';

interface CompareProps {
  report: Report;
  before: string | undefined;
  after: string | undefined;
  onChange: (chosen: { readonly antes: string; readonly despues: string }) => void;
}

/** 'Comparar': any two versions of this patient, word by word. */
export default function Compare({ report, onChange, ...chosen }: CompareProps) {
  const { inForce } = report;
  const versions = report.versions.filter(({ ofAnother }) => !ofAnother);
  const findVersion = (id: string | undefined) =>
    versions.find(({ idVersion }) => idVersion === id);
  const [newest] = versions;
  const after = findVersion(chosen.after) ?? newest;
  const before =
    findVersion(chosen.before) ??
    findVersion(after?.idVersion === inForce ? undefined : (inForce ?? undefined)) ??
    versions.find(({ idVersion }) => idVersion !== after?.idVersion);
  if (after === undefined || before === undefined) return null;
  return (
    <section className={classes.card} aria-label="Comparar versiones">
      <div className={classes.choices}>
        <VersionSelect
          label="Antes"
          versions={versions}
          value={before.idVersion}
          onChange={(antes) => onChange({ antes, despues: after.idVersion })}
        />
        <VersionSelect
          label="Después"
          versions={versions}
          value={after.idVersion}
          onChange={(despues) => onChange({ antes: before.idVersion, despues })}
        />
      </div>
      <Changes key={`${before.idVersion} ${after.idVersion}`} before={before} after={after} />
    </section>
  );
}

interface VersionSelectProps {
  label: string;
  versions: readonly VersionSummary[];
  value: string;
  onChange: (idVersion: string) => void;
}

function VersionSelect({ versions, onChange, ...select }: VersionSelectProps) {
  return (
    <Select
      {...select}
      allowDeselect={false}
      data={versions.map(({ idVersion, number, state }) => ({
        value: idVersion,
        label: `${versionName(number)}, ${versionStateWords[state].toLocaleLowerCase('es')}`,
      }))}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}

/** A review starts without the Markdown of its draft, so a comparison ignores the Markdown too. */
const toPlainText = ({ type, text }: ReportVersion) =>
  type === 'draft' ? withoutMarkup(text) : text;

function Changes({ before, after }: { before: VersionSummary; after: VersionSummary }) {
  const beforeQuery = useVersion(before.idVersion);
  const afterQuery = useVersion(after.idVersion);
  if (beforeQuery.data === undefined || afterQuery.data === undefined) {
    return beforeQuery.error || afterQuery.error ? (
      <LoadError title="No se pudieron cargar las versiones" queries={[beforeQuery, afterQuery]} />
    ) : (
      <Skeleton height={240} mt={20} />
    );
  }
  const beforeText = toPlainText(beforeQuery.data);
  const afterText = toPlainText(afterQuery.data);
  if (beforeText === afterText) {
    return (
      <p className={classes.same} role="status">
        {before.idVersion === after.idVersion
          ? 'Es la misma versión. Elige otra para comparar.'
          : 'Las dos versiones tienen el mismo texto.'}
      </p>
    );
  }
  return (
    <div className={classes.text} data-testid="comparison">
      <WordRuns before={beforeText} after={afterText} />
    </div>
  );
}
