export { DeliverVersion, DeliverySection } from './DeliverySection.tsx';
export { LinkRequests, linkRequestsLink, useLinkRequests } from './LinkRequests.tsx';
export { VersionRecipients } from './VersionRecipients.tsx';
