import type { AuditRow } from '@simiente/contract/audit/calls';
import { describeChange, describeFact } from '@simiente/contract/audit/facts';
import { auditedPerson, auditSentence, trailActor } from '@simiente/contract/audit/sentence';
import { describeDevice } from '@simiente/contract/format/device-words';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import {
  DetailPanel,
  PanelFact,
  PanelFacts,
  PanelSection,
} from '../../../ui/panel/DetailPanel.tsx';
import { useClinicTimeZone } from '../../session/public.ts';
import { ActorMark } from '../TrailList.tsx';
import classes from './AuditRowPanel.module.css';

const AffectedDialog = lazyOnUse(() => import('./AffectedDialog.tsx'));

/** Details of an audit row: origin, request, old and new values. */
export function AuditRowPanel({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const timeZone = useClinicTimeZone();
  const actor = trailActor(row);
  const person = auditedPerson(row);
  const [isListingAffected, setListingAffected] = useState(false);
  const { changes, facts, patient, subject } = row;
  return (
    <DetailPanel
      title={`Registro ${row.id}`}
      recordId={String(row.id)}
      header={
        <div className={classes.header}>
          <ActorMark kind={row.actor.kind} name={actor} size={34} />
          <p className={classes.sentence}>
            <strong>{actor}</strong> <span>{auditSentence(row, timeZone)}</span>
          </p>
        </div>
      }
      onClose={onClose}
    >
      <PanelSection title="Qué pasó">
        <PanelFacts>
          <PanelFact label="Cuándo">
            <time dateTime={row.at}>{formatExactTime(row.at, timeZone)}</time>
          </PanelFact>
          {row.actor.email !== null && <PanelFact label="Cuenta">{row.actor.email}</PanelFact>}
          {person !== '' && (
            <PanelFact label="Persona relacionada">
              {patient !== null && patient.name !== null ? (
                <Link
                  className={classes.link}
                  to="/pacientes/$idUser"
                  params={{ idUser: patient.idUser }}
                >
                  {person}
                </Link>
              ) : (
                person
              )}
            </PanelFact>
          )}
          {subject.id !== null && <PanelFact label="Identificador">{subject.id}</PanelFact>}
        </PanelFacts>
      </PanelSection>
      <PanelSection title="Desde dónde">
        <PanelFacts>
          <PanelFact label="Dirección">{row.address ?? 'Servidor'}</PanelFact>
          {row.userAgent !== null && (
            <PanelFact label="Dispositivo">{describeDevice(row.userAgent).words}</PanelFact>
          )}
          {row.userAgent !== null && <PanelFact label="Programa">{row.userAgent}</PanelFact>}
          {row.idRequest !== null && <PanelFact label="Solicitud">{row.idRequest}</PanelFact>}
          {row.idSession !== null && row.idActor !== null && (
            <PanelFact label="Sesión">
              {row.idSession}{' '}
              <Button
                kind="subtle"
                size="xs"
                aria-haspopup="dialog"
                onClick={() => setListingAffected(true)}
              >
                ¿A quién afectó?
              </Button>
            </PanelFact>
          )}
          {row.background && (
            <PanelFact label="Origen">Actualización de una pantalla abierta</PanelFact>
          )}
        </PanelFacts>
      </PanelSection>
      <FactsSection
        title="Cambios"
        facts={changes.map((change) => describeChange(change, subject.kind))}
      />
      <FactsSection title="Otros datos" facts={facts.map(describeFact)} />
      {isListingAffected && (
        <AffectedDialog session={row} onClose={() => setListingAffected(false)} />
      )}
    </DetailPanel>
  );
}

interface FactsSectionProps {
  title: string;
  facts: readonly { readonly name: string; readonly value: string }[];
}

function FactsSection({ title, facts }: FactsSectionProps) {
  if (facts.length === 0) return null;
  return (
    <PanelSection title={title}>
      <PanelFacts>
        {facts.map(({ name, value }) => (
          <PanelFact key={`${name} ${value}`} label={name}>
            {value}
          </PanelFact>
        ))}
      </PanelFacts>
    </PanelSection>
  );
}

/** '23 de noviembre de 2026, 11:38:52' */
function formatExactTime(at: string, timeZone: string): string {
  const date = new Date(at);
  const day = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone }).format(date);
  const clock = new Intl.DateTimeFormat('es-MX', {
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone,
  }).format(date);
  return `${day}, ${clock}`;
}
