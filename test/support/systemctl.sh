#!/bin/sh
# A service manager for tests: reads the unit that was installed, and starts, stops and shows its process.
fake=$(dirname "$0")
[ "$1" = --no-ask-password ] && shift
echo "systemctl $*" >> "$fake/calls"
[ -e "$fake/refuses" ] && { echo "Failed: $(cat "$fake/refuses")" >&2; exit 1; }
[ "$2" = --now ] && { unit=$3; now=yes; } || unit=$2
file=/etc/systemd/system/$unit

begin() {
  rm -f "$fake/exit"
  account=$(sed -n 's/^User=//p' "$file")
  command=$(sed -n 's/^ExecStart=//p' "$file")
  environment=$(sed -n 's/^EnvironmentFile=-//p' "$file")
  (
    # Not to be seen by the daemon, which is another account.
    [ -e "$environment" ] && { set -a; . "$environment"; set +a; }
    # As the unit says: no capabilities, no new privileges, no core dump.
    ulimit -c 0
    setpriv --reuid="$account" --regid="$account" --init-groups \
      --no-new-privs --bounding-set=-all --inh-caps=-all \
      sh -c "echo \$\$ >&3; exec $command" 3> "$fake/pid" > "$fake/journal" 2>&1
    echo $? > "$fake/exit"
  ) < /dev/null > /dev/null 2>&1 &
  sleep 0.2
}
end() {
  pid=$(cat "$fake/pid" 2>/dev/null) && kill "$pid" 2>/dev/null
  while [ -n "$pid" ] && [ ! -e "$fake/exit" ]; do sleep 0.05; done
  rm -f "$fake/pid"
}

case $1 in
  start) begin ;;
  stop) end ;;
  restart) end; begin ;;
  enable) touch "$fake/enabled" ;;
  disable) rm -f "$fake/enabled"; [ -n "$now" ] && end ;;
  daemon-reload) [ -e "$fake/known" ] && rm "$fake/known"; ls /etc/systemd/system > "$fake/known" ;;
  show)
    if grep -qx "$unit" "$fake/known" 2>/dev/null; then
      echo LoadState=loaded; echo "FragmentPath=$file"; sed -n '/^User=/p' "$file"
    else
      echo LoadState=not-found; echo FragmentPath=
    fi
    [ -e "$fake/enabled" ] && echo UnitFileState=enabled || echo UnitFileState=
    pid=$(cat "$fake/pid" 2>/dev/null)
    if [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; then
      echo ActiveState=active; echo SubState=running; echo "MainPID=$pid"
      echo "StateChangeTimestamp=Mon 2026-03-02 08:15:00 UTC"
    elif [ -e "$fake/exit" ] && [ "$(cat "$fake/exit")" != 0 ]; then
      echo ActiveState=failed; echo SubState=failed; echo MainPID=0
    else
      echo ActiveState=inactive; echo SubState=dead; echo MainPID=0
    fi
    if [ -e "$fake/exit" ]; then
      echo "ExecMainStatus=$(cat "$fake/exit")"
      echo "ExecMainExitTimestamp=Mon 2026-03-02 08:14:50 UTC"
    fi
    echo NRestarts=0 ;;
esac
