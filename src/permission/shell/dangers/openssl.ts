import type { Danger } from "./danger.ts";
import { knownOptions, knownSubcommands } from "./known-options.ts";

/** What every subcommand has, and what loads a library or a configuration that could. */
const common = `
  -help -inform= -outform= -passin= -passout= -text -noout -hex -binary -nameopt= -rand< -engine=! -provider=! -provider-path=! -propquery=! -writerand=! -config=!
`;

/** How a chain of certificates is verified. */
const verifying = `
  -CAfile< -CApath< -no-CAfile -no-CApath -no-CAstore -untrusted< -trusted< -partial_chain -purpose= -verify_depth= -attime= -no_check_time -x509_strict -crl_check
  -crl_check_all -verify_hostname= -verify_email= -verify_ip= -verify_name= -policy= -policy_check -show_chain -trusted_first
`;

const names = (subcommand: string, listing: string): { [names: string]: Danger } => ({
  [subcommand]: knownOptions(`${common} ${listing}`, { wholeWords: true, texts: ["-subj", "-addext"] }),
});

const ciphers =
  "aes-128-cbc aes-192-cbc aes-256-cbc aes-128-ctr aes-256-ctr aes-256-gcm aes128 aes256 chacha20 des3 camellia256 base64";
const digests = "md5 sha1 sha224 sha256 sha384 sha512 sha3-256 sha3-512 blake2b512 blake2s256 sm3 ripemd160";

/** Its subcommands and their options that neither load code nor serve files, and write no more than keys and certificates. */
export const openssl: Danger = knownSubcommands("", {
  ...names("version list help errstr ciphers info", "-a -v -b -o -p -d -f -s -V -tls1_2 -tls1_3 -stdname -commands"),
  ...names(
    "x509",
    `-in< -out> -key< -signkey< -req -new -fingerprint -sha1 -sha256 -sha384 -sha512 -md5 -serial -startdate -enddate -dates -subject -issuer -email -hash
     -subject_hash -issuer_hash -ext= -ocspid -ocsp_uri -pubkey -modulus -checkend= -checkhost= -checkemail= -checkip= -set_serial= -days= -subj= -extfile<
     -extensions= -CA< -CAkey< -CAserial> -CAcreateserial -certopt= -dateopt= -alias -purpose -copy_extensions= -clrext`,
  ),
  ...names(
    "req",
    `-in< -out> -new -x509 -newkey= -nodes -noenc -keyout> -key< -days= -subj= -addext= -sha256 -sha384 -sha512 -verify -pubkey -subject -modulus -batch -utf8
     -set_serial= -extensions= -reqexts= -pkeyopt= -verbose -CA< -CAkey< -copy_extensions=`,
  ),
  ...names(
    "rsa pkey ec dsa genrsa genpkey genec ecparam dhparam dsaparam pkeyparam rsautl pkcs8 pkcs7 crl",
    `-in< -out> -pubin -pubout -check -pubcheck -modulus -algorithm= -pkeyopt= -name= -genkey -list_curves -param_enc= -conv_form= -topk8 -nocrypt -aes256 -aes128
     -traditional -print_certs -CAfile< -nextupdate -lastupdate -issuer -fingerprint -2 -3 -5 -F4 -paramfile<`,
  ),
  ...names(
    `dgst ${digests}`,
    `-in< -out=! -c -r -d -sign< -verify< -prverify< -signature< -hmac= -mac= -macopt= -sigopt= -xoflen= ${dashed(digests)}`,
  ),
  ...names(
    `enc ${ciphers}`,
    `-in< -out=! -e -d -a -A -base64 -k= -kfile< -K= -iv= -S= -salt -nosalt -pbkdf2 -iter= -md= -p -P -pass= -nopad -bufsize= -z -none -list -ciphers ${dashed(ciphers)}`,
  ),
  ...names(
    "pkcs12",
    "-in< -out> -export -inkey< -certfile< -name= -nokeys -nocerts -nodes -noenc -clcerts -cacerts -info -legacy -password= -caname= -macalg= -chain",
  ),
  ...names("verify", `-show_chain -verbose -nameopt= ${verifying}`),
  ...names("asn1parse", "-in< -out=! -i -offset= -length= -strparse= -dump -dlimit= -noout -item= -strictpem"),
  ...names(
    "rand prime speed passwd",
    "-base64 -out=! -bits= -generate -safe -checks= -evp= -seconds= -bytes= -multi= -elapsed -1 -5 -6 -apr1 -salt= -in< -stdin -noverify -quiet -table",
  ),
  ...names(
    "s_client",
    `-connect= -host= -port= -servername= -noservername -showcerts -brief -quiet -status -alpn= -starttls= -xmpphost= -verify= -verify_return_error -verify_quiet -cert< -key<
     -cert_chain< -tls1 -tls1_1 -tls1_2 -tls1_3 -no_tls1 -no_tls1_1 -no_tls1_2 -no_tls1_3 -no_ssl3 -cipher= -ciphersuites= -groups= -curves= -sigalgs= -debug -msg -state
     -trace -4 -6 -crlf -ign_eof -no_ign_eof -nocommands -prexit -tlsextdebug -reconnect -name= -dtls -timeout -enable_pha -min_protocol= -max_protocol= ${verifying}`,
  ),
});

function dashed(list: string): string {
  return list.replace(/\S+/g, "-$&");
}
