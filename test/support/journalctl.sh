#!/bin/sh
# What the process of the fake service said on its terminal, as journalctl --output json writes it.
fake=$(dirname "$0")
echo "journalctl $*" >> "$fake/calls"
sed 's/["\\]/\\&/g; s/.*/{"MESSAGE":"&","__REALTIME_TIMESTAMP":"1772439300000000"}/' "$fake/journal"
