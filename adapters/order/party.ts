/** The buyer's name; in the supplier's own words where the order has both. */
export const buyerNames = ['customer.name', 'customerName', 'buyerName', 'internalPartner.name'];

/** The supplier's own number of the customer: the key of the ERP. */
export const customerNumbers = [
  'customer.externalId',
  'internalPartner.externalId',
  'customerInternalPartnerExternalId',
];

/** The marketplace's id of a buyer, or of a partner of the client book. */
export const buyerIds = ['customer.buyerTenantId', 'buyerId'];
export const partnerIds = ['customer.internalPartnerId', 'customerInternalPartnerId'];
