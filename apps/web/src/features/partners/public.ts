export { PartnerLogo } from './PartnerLogo.tsx';
export { PartnerTypeTag } from './PartnerTypeTag.tsx';
export { partnerCrumb } from './partner-crumb.tsx';
export { partnerList } from './partner-list.ts';
export { usePartnerState, withPartner } from './partner-state.ts';
export { partnersCrumb } from './partners-crumb.tsx';
export { UnknownPartner } from './UnknownPartner.tsx';
export { usePartner } from './use-partner.ts';
