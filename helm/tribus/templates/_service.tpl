{{- /* HTTP through one address; gRPC to each pod, because connections are long-lived and clients rotate them. */}}
{{- define "tribus.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "tribus.metadata" . | nindent 2 }}
spec:
  selector:
    {{- include "tribus.selector" . | nindent 4 }}
  ports:
    - { name: http, port: 8080, targetPort: http, appProtocol: http }
    - { name: ops, port: 9464, targetPort: ops, appProtocol: http }
{{- end }}

{{- define "tribus.headlessService" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "tribus.fullname" .root }}-{{ .name }}-grpc
  labels:
    app.kubernetes.io/name: {{ .name }}
    {{- include "tribus.labels" .root | nindent 4 }}
spec:
  clusterIP: None
  # Also resolves without ready pods: the cluster's DNS caches a missing name for up to 30 s, which would hide new
  # pods. Clients skip a pod that does not accept connections yet.
  publishNotReadyAddresses: true
  selector:
    {{- include "tribus.selector" . | nindent 4 }}
  ports:
    - { name: grpc, port: 50051, targetPort: grpc, appProtocol: grpc }
{{- end }}
