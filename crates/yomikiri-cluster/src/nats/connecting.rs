//! The way into a server: addresses, credentials, certificates.

use super::failed;
use crate::exchange::ExchangeError;
use async_nats::{Client, ConnectErrorKind, ConnectOptions, ServerAddr};
use std::path::PathBuf;

/// Where the server is, and how to get in.
#[derive(Clone, Debug)]
pub struct NatsOptions {
    /// Addresses, such as `nats://host:4222`, separated by commas. A user with a password, or a token, may stand before the
    /// host.
    pub url: String,
    /// A credentials file.
    pub credentials: Option<PathBuf>,
    /// Certificates of authorities, for TLS.
    pub authority: Option<PathBuf>,
    /// A certificate and its key, for TLS with client certificates.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// The name of the cluster: several may share a server.
    pub cluster: String,
}

/// Connects. A server that cannot be reached may come later, and is waited for; one that says no will say so again.
pub(super) async fn connect(options: &NatsOptions) -> Result<Client, ExchangeError> {
    let addresses: Vec<ServerAddr> = options
        .url
        .split(',')
        .map(|address| address.trim().parse())
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    match prepared(options, &addresses).await?.connect(&addresses[..]).await {
        Ok(client) => return Ok(client),
        Err(error) => match error.kind() {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                return Err(failed(format!("the server does not let us in: {error}")));
            }
            ConnectErrorKind::Tls | ConnectErrorKind::ServerParse => return Err(failed(error)),
            _ => tracing::warn!("the server cannot be reached yet: {error}"),
        },
    }
    prepared(options, &addresses)
        .await?
        .retry_on_initial_connect()
        .connect(&addresses[..])
        .await
        .map_err(failed)
}

async fn prepared(options: &NatsOptions, addresses: &[ServerAddr]) -> Result<ConnectOptions, ExchangeError> {
    let mut connect = ConnectOptions::new().name("yomikiri");
    // The client itself does not look at what stands before the host.
    let named = addresses.iter().find_map(|address| Some((address.username()?, address.password())));
    connect = match named {
        Some((user, Some(password))) => connect.user_and_password(user.to_owned(), password.to_owned()),
        Some((token, None)) => connect.token(token.to_owned()),
        None => connect,
    };
    if let Some(file) = &options.credentials {
        connect = connect.credentials_file(file).await.map_err(failed)?;
    }
    if let Some(file) = &options.authority {
        connect = connect.add_root_certificates(file.clone());
    }
    if let Some((certificate, key)) = &options.certificate {
        connect = connect.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok(connect)
}
