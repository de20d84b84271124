import type { Partner } from '@simiente/contract/partners';
import { formatCount } from '../../lib/format/numbers.ts';
import type { DataTableColumn, MobileRow } from '../../ui/table/table-types.ts';
import classes from './columns.module.css';
import { PartnerLogo } from './PartnerLogo.tsx';
import { PartnerTypeTag } from './PartnerTypeTag.tsx';

/** What stands for something that nobody wrote. */
const NOTHING = '—';

const countryOf = ({ country }: Partner) => country || NOTHING;

export const partnerColumns: readonly DataTableColumn<Partner>[] = [
  {
    id: 'name',
    header: 'Partner',
    sortKey: 'name',
    firstDirection: 'asc',
    skeleton: 'person',
    cell: (partner) => <PartnerCell partner={partner} />,
  },
  {
    id: 'branches',
    header: 'Ubicaciones',
    sortKey: 'branches',
    firstDirection: 'desc',
    width: 'max(132px, 12vw)',
    align: 'right',
    cell: ({ branches }) => formatCount(branches),
  },
  {
    id: 'country',
    header: 'País',
    sortKey: 'country',
    firstDirection: 'asc',
    width: 'max(132px, 17vw)',
    cell: (partner) => (
      <span className={classes.line} title={partner.country ?? undefined}>
        {countryOf(partner)}
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Tipo',
    sortKey: 'type',
    firstDirection: 'asc',
    width: 'max(136px, 14vw)',
    skeleton: 'pill',
    cell: ({ type }) => <PartnerTypeTag type={type} />,
  },
];

/** Logo, name, and below it where the partner is on the web, with the mark of its own link. */
function PartnerCell({ partner }: { partner: Partner }) {
  return (
    <span className={classes.partner}>
      <PartnerLogo partner={partner} />
      <span className={classes.words}>
        <span className={classes.name} title={partner.name}>
          {partner.name}
        </span>{' '}
        <span className={classes.detail}>
          <span className={classes.site}>{siteOf(partner)}</span>
          {partner.utm_available && <span className={classes.mark}>Enlace UTM</span>}
        </span>
      </span>
    </span>
  );
}

/** The host of its page, or the subdomain that it has with us. */
function siteOf({ website, idPartner }: Partner): string {
  return website !== null && URL.canParse(website)
    ? new URL(website).hostname.replace(/^www\./, '')
    : idPartner;
}

/** A partner below 48em. */
export function partnerMobileRow(partner: Partner): MobileRow {
  return {
    title: partner.name,
    picture: <PartnerLogo partner={partner} />,
    aside: <PartnerTypeTag type={partner.type} />,
    facts: `${describeBranches(partner.branches)} · ${countryOf(partner)}`,
  };
}

function describeBranches(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'ubicación' : 'ubicaciones'}`;
}
