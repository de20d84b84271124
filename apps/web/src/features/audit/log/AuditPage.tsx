import type { AuditRow, AuditState } from '@simiente/contract/audit/calls';
import { auditedPerson, auditSentence, trailActor } from '@simiente/contract/audit/sentence';
import { auditTitles as titles } from '@simiente/contract/common/column-titles';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { describeDevice } from '@simiente/contract/format/device-words';
import { IconShieldCheck, IconShieldExclamation, IconShieldQuestion } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Hint } from '../../../ui/hint/Hint.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { FactStrip, StripFact } from '../../../ui/page/RecordHeader.tsx';
import { useHasRoomBeside } from '../../../ui/panel/DetailPanel.tsx';
import { CellLine, TwoLines } from '../../../ui/table/CellLine.tsx';
import { toColumns } from '../../../ui/table/table-types.ts';
import { RecordsPage, type RowLayout, useListView } from '../../records/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { ActorMark } from '../TrailList.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import classes from './AuditPage.module.css';
import { AuditRowPanel } from './AuditRowPanel.tsx';
import { auditInput, useAudit } from './audit-list.ts';
import { auditSearch } from './audit-search.ts';

const AffectedDialog = lazyOnUse(() => import('./AffectedDialog.tsx'));

const TITLE = 'Auditoría';
const NOUN = ['registro', 'registros'] as const;

/** /auditoria: the actions of all accounts, and the state of the chain that seals them. */
export function AuditPage() {
  const view = useListView(auditSearch, useSearch({ from: '/_shell/_guarded/auditoria' }));
  const loaded = useAudit(view);
  const timeZone = useClinicTimeZone();
  const { data: chain } = useChainState();
  const [isSearching, setSearching] = useState(false);
  const [openId, setOpenId] = useState<number>();
  const open = loaded.rows.find(({ id }) => id === openId);
  const isNarrow = useHasRoomBeside() && open !== undefined;

  return (
    <>
      <RecordsPage
        title={TITLE}
        file={{ request: { list: 'audit', filters: auditInput(view)(undefined) }, noun: NOUN }}
        count={
          loaded.total !== undefined &&
          [
            pluralize(loaded.total, NOUN, { isCapped: loaded.totalIsCapped }),
            chain?.since &&
              !view.isFiltered &&
              `desde el ${describeCalendarDay(dayIn(timeZone, new Date(chain.since)))}`,
          ]
            .filter(Boolean)
            .join(' ')
        }
        action={
          <Button kind="default" aria-haspopup="dialog" onClick={() => setSearching(true)}>
            Personas afectadas
          </Button>
        }
        layout={auditLayout({ timeZone, isNarrow })}
        loaded={loaded}
        view={view}
        failure="No se pudo cargar la auditoría"
        loadsOnlyByButton
        onRowOpen={({ id }) => setOpenId(id)}
        openRowId={open && String(open.id)}
        empty="Aquí aparecen las consultas y los cambios que se hacen en Simiente."
        hint="Prueba con otra persona, otra acción u otro periodo. Las listas y búsquedas en las que apareció un paciente están en sus Accesos."
      >
        <ChainState />
        <AuditFilters view={view} patient={loaded.newest?.patient ?? null} />
      </RecordsPage>
      {isSearching && <AffectedDialog onClose={() => setSearching(false)} />}
      {open && <AuditRowPanel key={open.id} row={open} onClose={() => setOpenId(undefined)} />}
    </>
  );
}

function useChainState() {
  return useAnswer(queries.audit.state, { input: {} });
}

/** Shows whether the chain is intact, the last seal, and the last check. */
function ChainState() {
  const state = useChainState();
  if (state.isError && !state.data) {
    return <LoadError title="No se pudo cargar el estado de la cadena" queries={[state]} />;
  }
  const { data } = state;
  return (
    <FactStrip>
      <StripFact label="Estado de la cadena">{data ? <Verdict state={data} /> : '…'}</StripFact>
      <StripFact label="Última comprobación">{data ? <LastCheck state={data} /> : '…'}</StripFact>
      <StripFact label="Última revisión del servidor">
        {data ? data.look ? <DateText value={data.look.at} hour /> : 'Ninguna' : '…'}
      </StripFact>
      <StripFact label="Último sello">{data ? <LastSeal state={data} /> : '…'}</StripFact>
    </FactStrip>
  );
}

/** The findings of the last check and of the server's own reviews together. */
function Verdict({ state: { verification, look } }: { state: AuditState }) {
  const findings = (verification?.findings ?? 0) + (look?.passedOver ?? 0);
  const [Icon, tone, text] =
    findings > 0
      ? [IconShieldExclamation, 'error', pluralize(findings, ['hallazgo', 'hallazgos'])]
      : verification === null
        ? [IconShieldQuestion, undefined, 'Sin comprobar']
        : [IconShieldCheck, 'good', 'Íntegra'];
  return (
    <span className={classes.verdict} data-tone={tone}>
      <Icon size={19} stroke={1.7} aria-hidden />
      {text}
    </span>
  );
}

/** Time of the last `simiente audit verify`, or that command if it was never run. */
function LastCheck({ state: { verification } }: { state: AuditState }) {
  if (verification === null) return <code className={classes.aside}>simiente audit verify</code>;
  return (
    <span>
      <DateText value={verification.at} hour /> · {pluralize(verification.checked, NOUN)}
    </span>
  );
}

/** Number and time of the last seal, with its digest in a tooltip, and the number of unsealed rows. */
function LastSeal({ state: { head, unsealed } }: { state: AuditState }) {
  const unsealedCount = unsealed.rows > 0 && ` · ${formatCount(unsealed.rows)} sin sellar`;
  if (head === null) return <span>Ninguno{unsealedCount}</span>;
  return (
    <span>
      {formatCount(head.seq)} · <DateText value={head.at} hour /> ·{' '}
      <Hint label={head.hash}>
        <code className={classes.aside}>{`${head.hash.slice(0, 4)}…${head.hash.slice(-4)}`}</code>
      </Hint>
      {unsealedCount}
    </span>
  );
}

interface LayoutOptions {
  timeZone: string;
  /** Whether the panel of a row is open beside the list. */
  isNarrow: boolean;
}

function auditLayout({ timeZone, isNarrow }: LayoutOptions): RowLayout<AuditRow> {
  return {
    columns: toColumns<AuditRow>(titles, {
      at: {
        sorts: 'desc',
        width: '168px',
        cell: ({ at }) => <DateText value={at} hour />,
      },
      actor: {
        width: isNarrow ? '26%' : 'max(190px, 22%)',
        skeleton: 'person',
        cell: (row) => <Actor row={row} />,
      },
      act: {
        isLink: true,
        cell: (row) => <CellLine text={auditSentence(row, timeZone)} isLong />,
      },
      about: {
        width: '19%',
        hideBelow: 'md',
        cell: (row) => <CellLine text={auditedPerson(row)} />,
      },
      ...(!isNarrow && {
        from: {
          width: '168px',
          hideBelow: 'lg' as const,
          cell: (row: AuditRow) => <Origin row={row} />,
        },
      }),
    }),
    mobileRow: (row) => ({
      title: auditSentence(row, timeZone),
      picture: <ActorMark kind={row.actor.kind} name={trailActor(row)} size={34} />,
      facts: (
        <>
          {[trailActor(row), auditedPerson(row)].filter(Boolean).join(' · ')} ·{' '}
          <DateText value={row.at} hour />
        </>
      ),
    }),
    getRowName: (row) => `${trailActor(row)}: ${auditSentence(row, timeZone)}`,
  };
}

function Actor({ row }: { row: AuditRow }) {
  const name = trailActor(row);
  return (
    <span className={classes.actor}>
      <ActorMark kind={row.actor.kind} name={name} size={32} />
      <span className={classes.words}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        {row.actor.email !== null && (
          <span className={classes.email} title={row.actor.email}>
            {row.actor.email}
          </span>
        )}
      </span>
    </span>
  );
}

/** 'Chrome en Windows', and below it the address. */
function Origin({ row: { userAgent, address } }: { row: AuditRow }) {
  if (address === null) return <span className={classes.server}>Servidor</span>;
  return <TwoLines first={describeDevice(userAgent).words} second={address} />;
}
