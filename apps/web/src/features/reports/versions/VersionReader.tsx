import type { Report } from '@simiente/contract/reports/calls';
import { type Preparation, proofWords } from '@simiente/contract/reports/states';
import type { ReportVersion } from '@simiente/contract/reports/version';
import type { ReactNode } from 'react';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { useClinicTimeZone } from '../../session/public.ts';
import { ReportLoading } from '../reading/ReportStates.tsx';
import {
  authorPill,
  describeOrigin,
  describeSigner,
  findPreparation,
  fullMoment,
  versionName,
} from '../report-words.ts';
import { useVersion } from '../use-reports.ts';
import classes from './VersionReader.module.css';

/** One version as stored: its text with the author of each sentence, its signer, and the proof of both. */
export function VersionReader({ report, idVersion }: { report: Report; idVersion: string }) {
  const query = useVersion(idVersion);
  const version = query.data;
  if (version === undefined) {
    return query.error ? (
      <LoadError title="No se pudo cargar la versión" queries={[query]} />
    ) : (
      <ReportLoading />
    );
  }
  const { signer, sha256, proof, zone, verifyCode, acceptedSentence } = version;
  const specialty = [signer?.specialty, signer?.specialtyCertificate].filter(Boolean).join(', ');
  return (
    <section className={classes.version} aria-labelledby="version">
      <h2 id="version" className={classes.title}>
        {versionName(version.number)}
      </h2>
      <VersionHistory version={version} />
      <VersionText
        version={version}
        preparation={findPreparation(report.versions, version.number)}
      />
      <dl className={classes.proof}>
        {signer && (
          <>
            <Fact label="Institución">{signer.institution}</Fact>
            {specialty !== '' && <Fact label="Especialidad">{specialty}</Fact>}
            {acceptedSentence && <Fact label="Declaró">{acceptedSentence}</Fact>}
            {proof && <Fact label="Confirmó con">{proofWords[proof]}</Fact>}
            {zone && <Fact label="Zona horaria">{zone}</Fact>}
            {verifyCode && (
              <Fact label="Comprobación">
                <a href={`/verificar/${verifyCode}`}>{verifyCode}</a>
              </Fact>
            )}
          </>
        )}
        <Fact label="SHA-256">
          <code>{sha256}</code>
        </Fact>
      </dl>
    </section>
  );
}

/** The origin of a draft, or the signature of a version and the later events: merge, confirmations, withdrawal. */
function VersionHistory({ version }: { version: ReportVersion }) {
  const zone = useClinicTimeZone();
  const { signer, arrivedAt, type, replaces, reason, withdrawal, supersededBy } = version;
  const { confirmations, writtenAs } = version;
  const at = fullMoment(arrivedAt, zone);
  const words = {
    draft: '',
    signed: '',
    correction: `Corrige la versión ${replaces}.`,
    addition: `Agrega a la versión ${replaces}.`,
  };
  return (
    <p className={classes.story}>
      {signer === null
        ? `${describeOrigin(version)}, del ${at}. Sin firma.`
        : `Firmado por ${describeSigner(signer)} el ${at}. ${words[type]}`}
      {reason !== null && ` Motivo: ${reason}`}
      {writtenAs !== null &&
        ` Es la versión ${writtenAs.number}${writtenAs.name === null ? '' : ` del expediente de ${writtenAs.name}`} anterior a la fusión: conserva el nombre y los datos de ese momento.`}
      {supersededBy !== null && ` Sustituido por la versión ${supersededBy}.`}
      {confirmations.map(
        (confirmation) =>
          ` ${confirmation.by ?? 'El médico que lo firmó'} confirmó el ${fullMoment(confirmation.at, zone)} que sigue siendo válido. Motivo: ${confirmation.reason}`,
      )}
      {withdrawal &&
        ` Retirado el ${fullMoment(withdrawal.at, zone)}. Motivo: ${withdrawal.reason}`}
    </p>
  );
}

interface VersionTextProps {
  version: ReportVersion;
  preparation: Preparation;
}

function VersionText({ version, preparation }: VersionTextProps) {
  const { text, sentences, findings, ofAnother } = version;
  if (ofAnother && text === '') {
    return (
      <p className={classes.whole}>
        Este texto era de otra persona. Solo lo pueden leer las cuentas que firman o auditan.
      </p>
    );
  }
  if (sentences.length === 0) return <p className={classes.whole}>{text}</p>;
  const explained = findings.filter(({ explanation }) => explanation !== null);
  return (
    <>
      <ol className={classes.sentences}>
        {/* Sentences never change order and may repeat, so the index is the key. */}
        {sentences
          .map((sentence, index) => ({ index, ...sentence }))
          .map(
            ({ index, author, text: words, facts }) =>
              words.trim() !== '' && (
                <li key={index} className={classes.sentence}>
                  <span className={classes.mark}>
                    <StatusPill {...authorPill(author, preparation)} />
                  </span>
                  <div>
                    <p className={classes.words}>{words.trim()}</p>
                    {facts && (
                      <p className={classes.facts}>
                        Regla {facts.rule}
                        {facts.values.length > 0 && `: ${facts.values.join('; ')}`}
                      </p>
                    )}
                  </div>
                </li>
              ),
          )}
      </ol>
      {explained.length > 0 && (
        <ul className={classes.explained}>
          {explained.map(({ start, message, explanation }) => (
            <li key={start}>
              {message}. {explanation}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
