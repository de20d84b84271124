export { PartnerLogo } from './PartnerLogo.tsx';
export { partnerList, usePartner, usePartnerState, withPartner } from './partner-list.ts';
export { PartnerTypeTag, partnerCrumb, partnersCrumb, partnerWords } from './partner-words.tsx';
