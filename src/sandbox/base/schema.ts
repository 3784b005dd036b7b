/** Instants are microseconds since the epoch, quantities and amounts whole thousandths. */
export const schema = `
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS products (
  id INTEGER PRIMARY KEY,
  externalId TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  description TEXT,
  categoryName TEXT,
  unitOfMeasure TEXT,
  availableQty INTEGER,
  reservedQty INTEGER NOT NULL DEFAULT 0,
  minOrderQty INTEGER NOT NULL,
  stepQty INTEGER NOT NULL,
  leadTimeDays INTEGER,
  brand TEXT,
  barcode TEXT,
  attributes TEXT,
  isActive INTEGER NOT NULL,
  images TEXT,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  deletedAt INTEGER
);
CREATE INDEX IF NOT EXISTS liveProducts ON products (id) WHERE deletedAt IS NULL;

CREATE TABLE IF NOT EXISTS media (
  mediaId TEXT PRIMARY KEY,
  externalId TEXT NOT NULL,
  contentType TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  byteSize INTEGER NOT NULL,
  expiresAt INTEGER NOT NULL,
  uploadedSha256 TEXT,
  bytes BLOB
);

CREATE INDEX IF NOT EXISTS pictures ON media (uploadedSha256) WHERE uploadedSha256 IS NOT NULL;

CREATE TABLE IF NOT EXISTS sessions (
  number INTEGER PRIMARY KEY,
  sessionId TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  integrationType TEXT,
  direction TEXT,
  totalItems INTEGER,
  processedItems INTEGER NOT NULL DEFAULT 0,
  failedItems INTEGER NOT NULL DEFAULT 0,
  startedAt INTEGER NOT NULL,
  completedAt INTEGER
);

CREATE TABLE IF NOT EXISTS orders (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  orderNumber TEXT NOT NULL,
  status TEXT NOT NULL,
  hidden TEXT,
  origin TEXT NOT NULL,
  version TEXT NOT NULL,
  changes INTEGER NOT NULL,
  saleChannel TEXT NOT NULL,
  customerKind TEXT NOT NULL,
  customerName TEXT NOT NULL,
  customer TEXT NOT NULL,
  internalPartner TEXT,
  buyerId INTEGER,
  buyerName TEXT,
  customerInternalPartnerId INTEGER,
  customerInternalPartnerExternalId TEXT,
  placedOnBehalfByUserId INTEGER,
  lines TEXT NOT NULL,
  pendingLines TEXT,
  amendmentStatus TEXT,
  reserved INTEGER NOT NULL DEFAULT 0,
  subtotal INTEGER NOT NULL,
  deliveryFee INTEGER NOT NULL,
  discount INTEGER NOT NULL,
  vatTotal INTEGER NOT NULL,
  totalAmount INTEGER NOT NULL,
  grossTotal INTEGER NOT NULL,
  amountPaid INTEGER NOT NULL,
  currency TEXT NOT NULL,
  paymentStatus TEXT NOT NULL,
  deliveryCity TEXT,
  deliveryCountry TEXT,
  requestedDeliveryDate TEXT,
  notes TEXT,
  trackingCode TEXT,
  dispatchNotes TEXT,
  rejectReason TEXT,
  cancelReason TEXT,
  voidReason TEXT,
  deliveredAt INTEGER,
  cancelledAt INTEGER,
  rejectedAt INTEGER,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS feed ON orders (updatedAt, id) WHERE hidden IS NULL;
CREATE INDEX IF NOT EXISTS feedByStatus ON orders (status, updatedAt, id) WHERE hidden IS NULL;
CREATE INDEX IF NOT EXISTS browse ON orders (id) WHERE hidden IS NULL;
CREATE INDEX IF NOT EXISTS browseByStatus ON orders (status, id) WHERE hidden IS NULL;
CREATE INDEX IF NOT EXISTS ordersOfBuyer ON orders (buyerId) WHERE buyerId IS NOT NULL;

CREATE TABLE IF NOT EXISTS buyers (
  buyerId INTEGER PRIMARY KEY,
  creditLimit INTEGER,
  creditHold INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE IF NOT EXISTS answers (
  number INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  request TEXT NOT NULL,
  status INTEGER NOT NULL,
  headers TEXT NOT NULL,
  body TEXT,
  storedAt INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS credentials (
  key TEXT PRIMARY KEY,
  scopes TEXT NOT NULL,
  side TEXT NOT NULL,
  revoked INTEGER NOT NULL DEFAULT 0,
  acceptedForToken INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE IF NOT EXISTS endpoints (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  side TEXT NOT NULL,
  secret TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  deletedAt INTEGER
);

CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY,
  endpointId INTEGER NOT NULL,
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  nextAttemptAt INTEGER,
  responseStatus INTEGER,
  responseExcerpt TEXT,
  createdAt INTEGER NOT NULL,
  lastAttemptAt INTEGER
);
CREATE INDEX IF NOT EXISTS dueDeliveries ON deliveries (nextAttemptAt) WHERE nextAttemptAt IS NOT NULL;
CREATE INDEX IF NOT EXISTS deliveriesOfEndpoint ON deliveries (endpointId, id);

CREATE TABLE IF NOT EXISTS ledger (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  bytes INTEGER NOT NULL,
  entry TEXT NOT NULL
);
`;
