import type { Branch } from '@simiente/contract/branches';
import { examName } from '@simiente/contract/exam-catalogue';
import { addressLine } from '@simiente/contract/format/address';
import type { ExportRequest } from '@simiente/contract/list-exports';
import { branchIds, readBranches } from '../../branches/public.ts';
import { exportedList, plain, yesOrNo } from './exported-list.ts';

type Filters = Extract<ExportRequest, { list: 'branches' }>['filters'];

export const branchesList = exportedList<Filters, Branch>({
  fileName: 'sucursales',
  ids: branchIds,
  read: readBranches,
  idOf: ({ idBranch }) => idBranch,
  columns: [
    plain('Estado', ({ state }) => state),
    plain('Sucursal', ({ name }) => name),
    plain('Direccion', ({ address }) => addressLine(address)),
    plain('Código postal', ({ zip }) => zip),
    plain('Examenes', ({ exam_available }) =>
      [...new Set(exam_available.map(examName))].join('; '),
    ),
    plain('Telefono', ({ phone }) => phone),
    plain('Sitio web', ({ website }) => website),
    plain('Latitud', ({ location }) => location?.lat ?? null),
    plain('Longitud', ({ location }) => location?.lng ?? null),
    plain('Enlace UTM', ({ utm }) => yesOrNo(utm)),
    plain('Partner', ({ namePartner }) => namePartner),
    plain('Id', ({ idBranch }) => idBranch),
  ],
});
