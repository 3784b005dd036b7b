import { leaveOutEmpty } from '../base/absent.ts';
import type { Random } from '../base/random.ts';

/** Made-up buyers and client-book partners; the same numbers always mean the same company. */
type Buyer = {
  buyerId: number;
  name: string;
  city: string;
  country: string;
  inClientBook: boolean;
};

const buyers: readonly [Buyer, ...Buyer[]] = [
  {
    buyerId: 501,
    name: 'Green Corner Grocery',
    city: 'Vilnius',
    country: 'LT',
    inClientBook: true,
  },
  { buyerId: 502, name: 'Café Nordlicht', city: 'Hamburg', country: 'DE', inClientBook: false },
  { buyerId: 503, name: 'Ristorante Da Lucia', city: 'Bologna', country: 'IT', inClientBook: true },
  { buyerId: 504, name: 'Hôtel du Port', city: 'Marseille', country: 'FR', inClientBook: false },
  { buyerId: 505, name: 'Řeznictví Dvořák', city: 'Brno', country: 'CZ', inClientBook: false },
  { buyerId: 506, name: 'Żabka pod Lipą', city: 'Kraków', country: 'PL', inClientBook: true },
  { buyerId: 507, name: 'Παντοπωλείο Ελιά', city: 'Athens', country: 'GR', inClientBook: false },
];

type Partner = {
  id: number;
  externalId?: string;
  name: string;
  city: string;
  country: string;
};

const partners: readonly [Partner, ...Partner[]] = [
  { id: 71, externalId: 'CL-0071', name: 'Riverside Canteen', city: 'Kaunas', country: 'LT' },
  { id: 72, externalId: 'CL-0072', name: 'School Kitchen No. 4', city: 'Riga', country: 'LV' },
  { id: 73, name: 'Walk-in customer', city: 'Vilnius', country: 'LT' },
];

export function pickBuyer(random: Random): Buyer {
  return random.pick(buyers);
}

export function pickPartner(random: Random): Partner {
  return random.pick(partners);
}

/** Spec "customer block": id and display name only. */
export function buyerCustomer(id: number, name: string): Record<string, unknown> {
  return { kind: 'BUYER_TENANT', buyerTenantId: id, name };
}

/** Spec "customer block": the supplier's own data, whole; fields that do not apply are left out. */
export function partnerCustomer(partner: Partner, name: string): Record<string, unknown> {
  const isKnown = partner.externalId !== undefined;
  return leaveOutEmpty({
    kind: 'INTERNAL_PARTNER',
    internalPartnerId: partner.id,
    externalId: partner.externalId,
    name,
    legalName: isKnown ? `${name} UAB` : undefined,
    taxId: isKnown ? `LT1000${partner.id}` : undefined,
    address: isKnown ? `Main street ${partner.id}, ${partner.city}` : undefined,
    deliveryAddress: isKnown ? `Back yard ${partner.id}, ${partner.city}` : undefined,
    contactPhone: isKnown ? '+370 600 00071' : undefined,
    contactEmail: isKnown ? `orders${partner.id}@example.test` : undefined,
    route: isKnown ? 'R-12' : undefined,
    category: isKnown ? 'HORECA' : undefined,
  });
}

/** Spec "Order detail", `internalPartner`: only when the buyer is in the supplier's client book. */
export function clientBookEntry(found: Buyer, name: string): Record<string, unknown> | undefined {
  if (!found.inClientBook) return undefined;
  return { externalId: `CL-${found.buyerId}`, name, category: 'HORECA', route: 'R-07' };
}
