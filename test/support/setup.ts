import nock from 'nock';

// No test reaches anything but this machine: the suite needs no network (README, "the tests").
nock.disableNetConnect();
nock.enableNetConnect((host) => /^(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(host));
