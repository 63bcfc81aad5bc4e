import { mark } from './document-steps.ts'

const wait = 'curl --fail --silent --retry 60 --retry-delay 1 --retry-all-errors'
const tls = '--cacert /etc/ssl/certs/bank.example.pem --resolve bank.example:443:127.0.0.1'

const form = Object.entries({
  ...{ account_type: 'savings', username: 'first', firstName: 'Ada', lastName: 'Okafor' },
  ...{ phone: '555 123 4567', email: 'root@localhost.example', occupation: 'Engineer' },
  ...{ dob: '1990-03-05', country: 'ng', state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' },
  ...{ sex: 'female', kinname: 'Chidi', kinsurname: 'Okafor', kinrelaionship: 'brother' },
  ...{ kinphone: '(555) 765-4321', kinoccupation: 'Teacher', kinaddress: '2 Allen Avenue' },
  ...{ password: 'correct horse', confirmPassword: 'correct horse' },
})
  .map(([name, value]) => `--form-string '${name}=${value}'`)
  .join(' ')

/** What must be so after the steps of a document, as scripts that end with the first that is not. */
export const checks = {
  afterOperating: `
${mark('the proxy: port 80 leads to TLS, calls are refused there, the cookie is Secure')}
${wait} ${tls} https://bank.example/readyz
curl --silent -o /dev/null -w '%{http_code} %{redirect_url}' --resolve bank.example:80:127.0.0.1 \\
  http://bank.example/login | grep -x '301 https://bank.example/login'
curl --silent -o /dev/null -w '%{http_code}' --resolve bank.example:80:127.0.0.1 \\
  http://bank.example/api/init-user | grep -x 403
curl --silent -D - -o /dev/null ${tls} https://bank.example/login | grep -i '^set-cookie: XSRF-TOKEN=.*; Secure'
${mark('the first customer signs up through the proxy and gets money')}
curl --silent ${tls} ${form} https://bank.example/api/signup | grep '"status":"success"'
number=$(sudo -u postgres psql -At bank -c 'select number from accounts')
sudo -u passbook passbook-bank fund "$number" 250.00 --key first
${mark('no PIN in the logs of the proxy')}
curl --silent -o /dev/null ${tls} https://bank.example/api/request-otp/7391
grep -q /api/request-otp /var/log/nginx/bank.access.log
if grep -r 7391 /var/log/nginx; then exit 1; fi
${mark('the test mail has arrived')}
for _ in $(seq 50); do grep -qs 'A test mail' /var/mail/root && break; sleep 0.2; done
grep -A 40 'A test mail' /var/mail/root | grep 'Sent by Passbook'
${mark('the pooler carries the bank, and the service is shut in')}
psql -At -c 'select 1' "postgres://bank:$(cat /etc/passbook/db-password)@127.0.0.1:6432/bank" | grep -x 1
grep -q 6432 /etc/passbook/passbook.env
systemd-analyze security --no-pager passbook | tail -1
[ "$(systemctl show -p NRestarts --value passbook)" = 0 ]
grep -x 'NoNewPrivs:	1' "/proc/$(systemctl show -p MainPID --value passbook)/status"
${mark('an embedded bank with the demo customers, for moving.md')}
systemctl stop passbook
sed -i -e /^DATABASE_URL=/d -e /^SECRET_KEY=/d -e /^WORKERS=/d -e '$ a DEMO=1' /etc/passbook/passbook.env
systemctl start passbook
${wait} http://127.0.0.1:3000/readyz
`,
  afterMoving: `
${mark('the bank goes on after the move')}
${wait} http://127.0.0.1:3000/readyz
curl --silent --form-string username=demo --form-string password=demo1234 \\
  http://127.0.0.1:3000/api/login | grep '"status":"success"'
sudo -u postgres psql -At moved -c 'select count(*) > 100 from transactions' | grep -x t
`,
  ofContainer: ({ env, health, command }: { env: string; health: string; command: string }) => {
    const as =
      'setpriv --reuid=passbook --regid=passbook --clear-groups --no-new-privs --bounding-set=-all'
    return `set -e
${mark('the container: nothing to write but the volume, healthy, and it stops when told')}
cd /opt/passbook
if touch /opt/passbook/written 2> /dev/null; then exit 1; fi
export ${env}
${as} ${command} > /tmp/said 2>&1 &
for _ in $(seq 300); do ${as} ${health} && break; sleep 0.2; done
${as} ${health}
cat /tmp/said
kill %1
wait %1
`
  },
}
