import { Skeleton } from '@mantine/core';
import type { Branch, BranchPage } from '@simiente/contract/branches/calls';
import type { Partner } from '@simiente/contract/partners/calls';
import { IconList, IconMap2, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { pluralize } from '../../lib/format/numbers.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { PageHead } from '../../ui/list/PageHead.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { ViewSwitch } from '../../ui/list/ViewSwitch.tsx';
import { CountedList } from '../list-exports/public.ts';
import { PartnerLogo, PartnerTypeTag, withPartner } from '../partners/public.ts';
import type { ListView, LoadedList } from '../records/public.ts';
import { useMay } from '../session/public.ts';
import classes from './BranchesPage.module.css';
import { branchesInput } from './branch-list.ts';
import type { BranchesSearch } from './branches-search.ts';

const VIEWS = [
  { value: 'lista', label: 'Lista', icon: IconList },
  { value: 'mapa', label: 'Mapa', icon: IconMap2 },
] as const;

const plus = <IconPlus size={17} stroke={1.7} aria-hidden />;

interface BranchesHeadProps {
  /** Undefined while it is loading. */
  partner: Partner | undefined;
  list: LoadedList<BranchPage, Branch>;
  view: ListView<BranchesSearch>;
}

/** The partner, its number of branches, and their actions. */
export function BranchesHead({ partner, list, view }: BranchesHeadProps) {
  const mayEdit = useMay()('directory.edit');
  return (
    <PageHead
      mark={
        partner ? (
          <PartnerLogo partner={partner} size={56} />
        ) : (
          <Skeleton w={56} h={56} radius="lg" />
        )
      }
      title={partner ? `Sucursales de ${partner.name}` : 'Sucursales'}
      context={
        <span className={classes.context}>
          {partner && <PartnerTypeTag type={partner.type} />}
          {partner && (
            <CountedList
              request={{ list: 'branches', filters: branchesInput(partner.idPartner, view) }}
              loaded={list}
              noun={['sucursal', 'sucursales']}
            >
              {describe(partner, list, view.text)}
            </CountedList>
          )}
          {partner && mayEdit && !list.query.isPending && (
            <Link
              className={classes.edit}
              to="/partner/$idPartner/editar"
              params={{ idPartner: partner.idPartner }}
            >
              Editar partner
            </Link>
          )}
        </span>
      }
      search={<SearchBox label="Buscar sucursales" value={view.text} onChange={view.type} />}
      action={
        <div className={classes.actions}>
          <ViewSwitch
            label="Vista"
            views={VIEWS}
            value={view.search.vista}
            onChange={(vista) => view.change({ vista })}
          />
          {mayEdit && partner === undefined && (
            <LockButton icon={plus} disabled>
              Crear sucursal
            </LockButton>
          )}
          {mayEdit && partner && (
            <LinkButton
              icon={plus}
              link={(props) => (
                <Link to="/partners/create-branch" state={withPartner(partner)} {...props} />
              )}
            >
              Crear sucursal
            </LinkButton>
          )}
        </div>
      }
    />
  );
}

/** '24 sucursales · México', or how many of them were found. */
function describe(
  { country }: Partner,
  { total, totalIsCapped }: LoadedList<BranchPage, Branch>,
  text: string,
): string {
  if (total === undefined) return country ?? '';
  if (text !== '') return pluralize(total, ['resultado', 'resultados'], totalIsCapped);
  return [pluralize(total, ['sucursal', 'sucursales'], totalIsCapped), country]
    .filter(Boolean)
    .join(' · ');
}
