import type { AuditState } from '@simiente/contract/audit/calls';
import { IconShieldCheck, IconShieldExclamation, IconShieldQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api/client.ts';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
import { Hint } from '../../../ui/hint/Hint.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { FactStrip, StripFact } from '../../../ui/page/RecordHead.tsx';
import classes from './ChainState.module.css';

/** The state of the chain that seals the audit. */
export function useChainState() {
  return useQuery(queries.audit.state.queryOptions({ input: {}, select: ({ data }) => data }));
}

/** Shows whether the chain is intact, the last seal, and the last check. */
export function ChainState() {
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

const icon = { size: 19, stroke: 1.7, 'aria-hidden': true } as const;

/** Result of the last check. */
function Verdict({ state: { verification, look } }: { state: AuditState }) {
  const found = (verification?.findings ?? 0) + (look?.passedOver ?? 0);
  if (found > 0) {
    return (
      <span className={classes.verdict} data-tone="error">
        <IconShieldExclamation {...icon} />
        {pluralize(found, ['hallazgo', 'hallazgos'])}
      </span>
    );
  }
  if (verification === null) {
    return (
      <span className={classes.verdict}>
        <IconShieldQuestion {...icon} />
        Sin comprobar
      </span>
    );
  }
  return (
    <span className={classes.verdict} data-tone="good">
      <IconShieldCheck {...icon} />
      Íntegra
    </span>
  );
}

/** Time of the last `audit verify`, or the command to run. */
function LastCheck({ state: { verification } }: { state: AuditState }) {
  if (verification === null) return <code className={classes.aside}>simiente audit verify</code>;
  return (
    <span>
      <DateText value={verification.at} hour /> ·{' '}
      {pluralize(verification.checked, ['registro', 'registros'])}
    </span>
  );
}

/** Number and time of the last seal, with its digest in a tooltip, and the number of unsealed rows. */
function LastSeal({ state: { head, unsealed } }: { state: AuditState }) {
  const waiting = unsealed.rows > 0 && ` · ${formatCount(unsealed.rows)} sin sellar`;
  if (head === null) return <span>Ninguno{waiting}</span>;
  return (
    <span>
      {formatCount(head.seq)} · <DateText value={head.at} hour /> ·{' '}
      <Hint label={head.hash}>
        <code className={classes.aside}>{shortHash(head.hash)}</code>
      </Hint>
      {waiting}
    </span>
  );
}

/** '9f3a…c21e' */
function shortHash(hash: string): string {
  return `${hash.slice(0, 4)}…${hash.slice(-4)}`;
}
